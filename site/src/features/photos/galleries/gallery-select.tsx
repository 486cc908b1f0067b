import { use, type ComponentProps } from 'react'
import type { Gallery } from '../../../api/types'
import { FormContext, type ControlProps, Select } from '../../../ui/field'

interface GallerySelectProps extends Pick<ComponentProps<'select'>, 'value' | 'onChange'> {
  control: ControlProps
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  /** The label of the option for no gallery. */
  none: string
  /** The initial choice; null for none. */
  chosen?: Pick<Gallery, 'id' | 'name'> | null
}

/**
 * A form's field `gallery`: the ID of the chosen gallery, empty for none. The field is left out while the galleries are
 * unknown, so that saving the form does not change the gallery.
 */
export function GallerySelect({ control, galleries, none, chosen = null, ...rest }: GallerySelectProps) {
  const { readOnly } = use(FormContext)
  if (galleries === undefined) {
    return (
      <Select {...control} name={undefined} key="unknown" disabled>
        <option>Not loaded</option>
      </Select>
    )
  }
  const listed = chosen === null || galleries.some(({ id }) => id === chosen.id)
  return (
    <Select
      {...control}
      key="known"
      {...('value' in rest ? rest : { defaultValue: chosen?.id ?? '' })}
      disabled={readOnly}
    >
      <option value="">{none}</option>
      {(listed ? galleries : [chosen, ...galleries]).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
