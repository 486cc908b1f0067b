import { IconMoon, IconSun } from '@tabler/icons-react'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import styles from './theme-switch.module.css'
import { useTheme } from './use-theme'

/** Changes the theme. Its name says which one a press brings. */
export function ThemeSwitch() {
  const { theme, toggle } = useTheme()
  return (
    <IconButton
      className="needs-script"
      label={theme === 'dark' ? 'Use light theme' : 'Use dark theme'}
      onClick={toggle}
    >
      {/* The style sheet picks the icon: it knows the theme before the script does. */}
      <Icon of={IconMoon} className={styles.moon} />
      <Icon of={IconSun} className={styles.sun} />
    </IconButton>
  )
}
