import styles from './hex-field.module.css'

/** A faint field of honeycomb behind the hero, fading out on all sides. */
export function HexField() {
  return (
    <svg className={styles.field} aria-hidden="true">
      <pattern id="comb" width="87" height="150" patternUnits="userSpaceOnUse">
        <path d="M43.5 0 87 25v50l-43.5 25L0 75V25zm0 100v50" />
      </pattern>
      <rect width="100%" height="100%" fill="url(#comb)" />
    </svg>
  )
}
