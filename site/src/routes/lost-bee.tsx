import styles from './lost-bee.module.css'

const ink = 'var(--ink)'
const honey = 'var(--honey)'
/** What stays dark on the bee by day and by night. */
const coal = '#131a26'

/**
 * A bee that cannot find its cell: by day in the light theme, by night in the dark one. The drawing carries its
 * colours itself, so that no other page's style has to.
 */
export function LostBee() {
  return (
    <svg
      viewBox="0 0 560 280"
      className={styles.scene}
      aria-hidden="true"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <Sky />
      <Comb />
      <path
        stroke="var(--control)"
        strokeDasharray=".1 9"
        d="M98 170c26 36 62 48 100 44 46-6 64-58 34-72s-56 46-22 66c34 18 74 2 102-24"
      />
      <Bee />
      <path stroke="var(--text)" strokeWidth="6" d="M508 66c0-28 40-26 40-2 0 18-20 16-20 36m0 16v0" />
    </svg>
  )
}

function Sky() {
  return (
    <>
      <g className="day">
        <circle cx="212" cy="58" r="25" fill={honey} />
        <path
          stroke={honey}
          strokeWidth="5"
          d="M212 21V10m0 96V95m37-37h11m-96 0h11m63-26 8-8m-68 68 8-8m52 0 8 8m-68-68 8 8"
        />
        <path
          stroke="var(--line)"
          d="M36 58h64a14 14 0 0 0-2-28 22 22 0 0 0-42-6 17 17 0 0 0-20 34M444 258h54a12 12 0 0 0-2-24 19 19 0 0 0-36-4 15 15 0 0 0-16 28"
        />
      </g>
      <g className="night">
        <path fill="#f3e8c8" d="M218 28a34 34 0 1 0 32 50 28 28 0 0 1-32-50" />
        <path
          stroke="#f3e8c8"
          strokeWidth="4"
          opacity=".7"
          d="M44 34v0m96-14v0m40 40v0m160-42v0m74 18v0m110 176v0m-74 42v0m-190 14v0M24 250v0m190-144v0"
        />
        <path stroke={honey} strokeWidth="14" opacity=".12" d={fullCells} />
      </g>
    </>
  )
}

const fullCells =
  'm128 84 28 16v32l-28 16-28-16v-32zM38 136l28 16v32l-28 16-28-16v-32zm90 52 28 16v32l-28 16-28-16v-32z'

function Comb() {
  return (
    <g stroke="var(--edge)" strokeWidth="2.5">
      <path fill={honey} d={fullCells} />
      <path
        fill="var(--honey-soft)"
        d="m68 84 28 16v32l-28 16-28-16v-32zm90 52 28 16v32l-28 16-28-16v-32zm-90 52 28 16v32l-28 16-28-16v-32z"
      />
      <path strokeDasharray="5 7" d="m98 136 28 16v32l-28 16-28-16v-32z" />
      <path stroke="#fff9" strokeWidth="3" d="m111 107 17-10M21 159l17-10m73 62 17-10" />
    </g>
  )
}

function Bee() {
  return (
    <g transform="translate(392 158) rotate(-12)" stroke={ink} fill={honey}>
      <g transform="rotate(-34)">
        <ellipse className={styles.wing} cx="12" cy="-82" rx="21" ry="40" />
      </g>
      <path d="m-22 38-5 14M0 41v14m22-17 5 13" />
      <path fill={ink} d="m-60-10-20 10 20 10z" />
      <ellipse rx="64" ry="43" />
      <path
        fill={coal}
        stroke="none"
        d="M-40-33.6A64 43 0 0 1-18-41.3Q-6 0-18 41.3A64 43 0 0 1-40 33.6Q-29 0-40-33.6ZM4-42.9A64 43 0 0 1 26-39.3Q38 0 26 39.3A64 43 0 0 1 4 42.9Q16 0 4-42.9Z"
      />
      <ellipse className={styles.wing} cx="-2" cy="-78" rx="20" ry="41" />
      <path fill="none" d="M58-38c-8-16-6-32 6-40m14 40c0-18 8-30 22-30" />
      <circle fill={ink} cx="66" cy="-79" r="4" />
      <circle fill={ink} cx="102" cy="-68" r="4" />
      <circle cx="68" cy="-12" r="29" />
      <g fill={coal} stroke="none">
        <circle cx="62" cy="-15" r="5" />
        <circle cx="84" cy="-13" r="5" />
      </g>
      <path stroke="#fff" strokeWidth="2.5" d="M64-17v0m22 2v0" />
      <path fill="none" stroke={coal} d="m52-24 10-5m17 1 10 5M65 6q8-9 16 0" />
    </g>
  )
}
