import styles from './comb.module.css'

/** A field of honeycomb, 16:9. Its style is apart, since few pages need it. */
export const Comb = () => <div className={styles.comb} />
