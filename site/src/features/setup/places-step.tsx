import { placeOf } from '#model/places'
import { Field } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconX } from '../../ui/icons'
import { BannerPhotos } from './banner-photos'
import styles from './setup.module.css'
import { StepFrame } from './step-frame'
import type { StepProps } from './use-setup'

const message = 'Enter an address that starts with https://'

/** Where else the owner is, and the photos of the banner. */
export function PlacesStep({ setup, onFinish }: StepProps) {
  const { inputs, change } = setup
  const last = inputs.places.findLastIndex((address) => address !== '')
  const places = [...inputs.places.slice(0, last + 1), '']
  const set = (index: number, address: string) =>
    change({ places: places.map((other, at) => (at === index ? address : other)) })
  const check = () => {
    const filled = places.map((address) => address.trim())
    const wrong = filled.flatMap((address, index) =>
      address !== '' && placeOf(address) === undefined ? [[`place-${index}`, [message]] as const] : [],
    )
    return { errors: Object.fromEntries(wrong), changes: { places: filled.filter(Boolean) } }
  }
  return (
    <StepFrame
      setup={setup}
      about="Paste addresses. The service is recognised."
      check={check}
      onFinish={onFinish}
    >
      <div className={styles.places}>
        {places.map((address, index) => (
          <PlaceRow
            // The rows are their places in the list.
            key={index}
            name={`place-${index}`}
            number={index + 1}
            address={address}
            onChange={(text) => set(index, text)}
            onRemove={
              address === '' ? undefined : () => change({ places: places.filter((_, at) => at !== index) })
            }
          />
        ))}
      </div>
      <BannerPhotos photos={setup.photos ?? []} onChange={setup.setPhotos} />
    </StepFrame>
  )
}

interface PlaceRowProps {
  name: string
  number: number
  address: string
  onChange: (address: string) => void
  onRemove: (() => void) | undefined
}

function PlaceRow({ name, number, address, onChange, onRemove }: PlaceRowProps) {
  const place = placeOf(address)
  return (
    <Field
      name={name}
      label={<span className="visually-hidden">Address {number}</span>}
      hint={
        place && (
          <>
            {place.title !== place.handle && <span>{`${place.title}, `}</span>}
            <code>{place.handle}</code>
          </>
        )
      }
    >
      {(control) => (
        <div className={styles.place}>
          <input
            {...control}
            value={address}
            onChange={({ target }) => onChange(target.value)}
            type="text"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
          />
          {onRemove && (
            <IconButton label={`Remove ${address}`} onClick={onRemove}>
              <Icon of={IconX} />
            </IconButton>
          )}
        </div>
      )}
    </Field>
  )
}
