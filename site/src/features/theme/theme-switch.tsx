import { Glyph } from '../../ui/glyph'
import { IconButton } from '../../ui/icon-button'
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
      <Glyph d="M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5" />
    </IconButton>
  )
}
