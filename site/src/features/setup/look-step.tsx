import { accentNames, accents } from '../../../../ssg/model/accent'
import { cx } from '../../lib/cx'
import { ColourChoice } from '../../ui/colour-choice'
import { TextField } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { IconCircleCheck } from '../../ui/icons'
import styles from './setup.module.css'
import type { StepProps } from './setup-screen.lazy'
import { factErrors, missingTexts } from './site-files'
import { logoOf, StepFrame } from './step-frame'

const families = accentNames.map((name) => ({
  name,
  label: name.charAt(0).toUpperCase() + name.slice(1),
  colour: accents[name].primary[0],
}))

/** The accent and the letter of the logo. */
export function LookStep({ setup, onFinish }: StepProps) {
  const { inputs, change, used, isLast } = setup
  const check = () => {
    const letter = inputs.logo_letter?.trim()
    const errors = factErrors(inputs, ['own_colour', 'logo_letter'])
    return { errors, changes: { logo_letter: letter === '' ? undefined : letter } }
  }
  return (
    <StepFrame
      setup={setup}
      about="One accent colour for buttons, links and focus."
      check={check}
      onFinish={onFinish}
    >
      <ColourChoice
        label="Accent colour"
        colours={families}
        value={inputs.own_colour === '' ? inputs.accent : undefined}
        onChoose={(accent) => change({ accent, own_colour: '' })}
      />
      <div className={styles.two}>
        <TextField
          name="own_colour"
          label="Your own colour (optional)"
          placeholder={accents[inputs.accent].primary[0]}
          value={inputs.own_colour}
          onChange={({ target }) => change({ own_colour: target.value })}
          autoComplete="off"
          spellCheck={false}
          hint="Must be readable on both themes."
        />
        <TextField
          name="logo_letter"
          label="Logo letter"
          value={inputs.logo_letter ?? logoOf(inputs)}
          onChange={({ target }) => change({ logo_letter: target.value })}
          autoComplete="off"
          hint="One letter or digit."
        />
      </div>
      {isLast && (
        <p className={cx(styles.ready, 'soft-success')}>
          <Icon of={IconCircleCheck} />
          <span>
            <b>Ready.</b> Finishing creates your account and your pages.{' '}
            {leftToWrite(missingTexts(inputs, used))}
          </span>
        </p>
      )}
    </StepFrame>
  )
}

const numbers = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

function leftToWrite(count: number): string {
  if (count === 0) return ''
  const texts = count === 1 ? 'text is' : 'texts are'
  return `${numbers[count] ?? count} ${texts} left to write; until then, pages leave ${count === 1 ? 'it' : 'them'} out.`
}
