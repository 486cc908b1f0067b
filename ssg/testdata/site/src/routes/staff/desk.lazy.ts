import styles from './desk.module.css'

export const className = styles['desk']
