import '../elements/public'
import { state } from '../session/session'
import styles from './desk.module.css'

document.body.className = `${styles['desk'] ?? ''} ${state} ${import.meta.env.API_ORIGIN}called`
