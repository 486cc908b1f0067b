import { useId, type ReactNode } from 'react'
import { CoveringRadio } from './field'
import styles from './segmented.module.css'

interface SegmentedProps<Value extends string> {
  /** The accessible name. */
  label: string
  options: readonly (readonly [Value, ReactNode])[]
  value: Value
  onChoose: (value: Value) => void
}

/** Two to five exclusive choices that act at once; otherwise use a select. */
export function Segmented<Value extends string>({ label, options, value, onChoose }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.track}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <CoveringRadio name={name} checked={option === value} onChoose={() => onChoose(option)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

export type View = 'edit' | 'preview'

/** Chooses between a form and its preview. */
export const ViewChoice = (props: { value: View; onChoose: (view: View) => void }) => (
  <Segmented
    label="View"
    options={[
      ['edit', 'Edit'],
      ['preview', 'Preview'],
    ]}
    {...props}
  />
)
