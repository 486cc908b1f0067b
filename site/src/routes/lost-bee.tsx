import styles from './lost-bee.module.css'

/** A bee that cannot find its cell: by day in the light theme, by night in the dark one. */
export function LostBee() {
  return (
    <svg viewBox="0 0 560 280" className={styles.scene} aria-hidden="true">
      <g className={styles.day}>
        <circle cx="268" cy="62" r="25" className={styles.full} />
        <path
          className={styles.rays}
          d="M268 25V14m0 96v-11m37-37h11m-96 0h11m63-26 8-8m-68 68 8-8m52 0 8 8m-68-68 8 8"
        />
        <path
          className={styles.cloud}
          d="M36 58h64a14 14 0 0 0-2-28 22 22 0 0 0-42-6 17 17 0 0 0-20 34M444 258h54a12 12 0 0 0-2-24 19 19 0 0 0-36-4 15 15 0 0 0-16 28"
        />
      </g>
      <g className={styles.night}>
        <path className={styles.moon} d="M272 30a34 34 0 1 0 32 50 28 28 0 0 1-32-50" />
        <path
          className={styles.stars}
          d="M44 34v0m96-14v0m40 40v0m160-42v0m74 18v0m110 176v0m-74 42v0m-190 14v0M24 250v0m190-144v0"
        />
      </g>

      <path
        className={styles.glow}
        d="m128 84 28 16v32l-28 16-28-16v-32zM38 136l28 16v32l-28 16-28-16v-32zm90 52 28 16v32l-28 16-28-16v-32z"
      />
      <path
        className={styles.full}
        d="m128 84 28 16v32l-28 16-28-16v-32zM38 136l28 16v32l-28 16-28-16v-32zm90 52 28 16v32l-28 16-28-16v-32z"
      />
      <path
        className={styles.pale}
        d="m68 84 28 16v32l-28 16-28-16v-32zm90 52 28 16v32l-28 16-28-16v-32zm-90 52 28 16v32l-28 16-28-16v-32z"
      />
      <path className={styles.missing} d="m98 136 28 16v32l-28 16-28-16v-32z" />
      <path className={styles.shine} d="m111 107 17-10M21 159l17-10m73 62 17-10" />
      <path
        className={styles.trail}
        d="M98 170c26 36 62 48 100 44 46-6 64-58 34-72s-56 46-22 66c34 18 74 2 102-24"
      />

      <g transform="translate(392 158) rotate(-12)">
        <ellipse className={styles.wing} cx="-30" cy="-68" rx="19" ry="37" transform="rotate(-30 -30 -68)" />
        <path className={styles.limbs} d="m-22 38-5 14M0 41v14m22-17 5 13" />
        <path className={styles.sting} d="m-58-12-22 12 22 12z" />
        <ellipse className={styles.body} rx="64" ry="43" />
        <path
          className={styles.stripes}
          d="M-40-33.6A64 43 0 0 1-18-41.3Q-6 0-18 41.3A64 43 0 0 1-40 33.6Q-29 0-40-33.6ZM4-42.9A64 43 0 0 1 26-39.3Q38 0 26 39.3A64 43 0 0 1 4 42.9Q16 0 4-42.9Z"
        />
        <ellipse className={styles.wing} cx="0" cy="-74" rx="18" ry="38" transform="rotate(4 0 -74)" />
        <path className={styles.limbs} d="M58-38c-8-16-6-32 6-40m14 40c0-18 8-30 22-30" />
        <circle className={styles.tip} cx="66" cy="-79" r="5" />
        <circle className={styles.tip} cx="102" cy="-68" r="5" />
        <circle className={styles.body} cx="68" cy="-12" r="29" />
        <circle className={styles.eye} cx="64" cy="-16" r="4.5" />
        <circle className={styles.eye} cx="84" cy="-14" r="4.5" />
        <path className={styles.face} d="m54-25 10-5m16 1 11 5M64 6q8-9 17 0" />
      </g>
      <path className={styles.question} d="M508 66c0-28 40-26 40-2 0 18-20 16-20 36m0 16v0" />
    </svg>
  )
}
