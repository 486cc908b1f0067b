import styles from './home.module.css'

export const className = styles['home']
