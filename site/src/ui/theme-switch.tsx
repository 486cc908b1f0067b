import { IconButton } from './icon-button'
import { PathIcon } from './path-icon'

interface ThemeSwitchProps {
  label?: string
  lang?: string
}

/** CSS selects the icon, so the first paint is right. */
export const ThemeSwitch = ({ label = 'Use dark theme', lang }: ThemeSwitchProps) => (
  <theme-switch className="needs-script">
    <IconButton label={label} lang={lang}>
      <PathIcon className="day" d="M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5" />
      <PathIcon
        className="night"
        d="M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0m4-9v1m0 16v1m-9-9h1m16 0h1M5.6 5.6l.7.7m11.4 11.4.7.7m0-12.8-.7.7M6.3 17.7l-.7.7"
      />
    </IconButton>
  </theme-switch>
)
