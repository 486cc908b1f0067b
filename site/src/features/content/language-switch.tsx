import { languageOf } from '#model/language'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconPlus } from '../../ui/icons'
import { Segmented } from '../../ui/segmented'
import styles from './content.module.css'

interface LanguageSwitchProps {
  /** The codes, the main language's first. */
  languages: readonly string[]
  value: string
  onChoose: (code: string) => void
  onAdd: () => void
}

/** Chooses the language whose texts are shown. */
export const LanguageSwitch = ({ languages, value, onChoose, onAdd }: LanguageSwitchProps) => (
  <div className={styles.languages}>
    <Segmented
      label="Language"
      options={languages.map((code) => [
        code,
        <span key={code} lang={code}>
          {languageOf(code).name}
        </span>,
      ])}
      {...{ value, onChoose }}
    />
    <IconButton label="Add a language" title="Add a language" onClick={onAdd}>
      <Icon of={IconPlus} size={18} />
    </IconButton>
  </div>
)
