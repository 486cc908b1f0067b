import type { Theme } from '../lib/theme'
import { Icon } from '../ui/icon'
import { IconDeviceDesktop, IconDeviceMobile, IconMoon, IconSun } from '../ui/icons'
import { Segmented } from '../ui/segmented'

/** The widths of a preview, in pixels. */
export const widths = { phone: 390, desktop: 1440 }
export type Width = keyof typeof widths

interface ChoiceProps<Value> {
  value: Value
  onChoose: (value: Value) => void
}

export const WidthChoice = (props: ChoiceProps<Width>) => (
  <Segmented
    label="Width"
    options={[
      ['phone', <Option key="phone" icon={IconDeviceMobile} label="Phone" />],
      ['desktop', <Option key="desktop" icon={IconDeviceDesktop} label="Desktop" />],
    ]}
    {...props}
  />
)

export const ThemeChoice = (props: ChoiceProps<Theme>) => (
  <Segmented
    label="Theme"
    options={[
      ['light', <Option key="light" icon={IconSun} label="Light" isIcon />],
      ['dark', <Option key="dark" icon={IconMoon} label="Dark" isIcon />],
    ]}
    {...props}
  />
)

interface OptionProps {
  icon: typeof IconSun
  label: string
  /** The label is for screen readers. */
  isIcon?: boolean
}

const Option = ({ icon, label, isIcon = false }: OptionProps) => (
  <>
    <Icon of={icon} size={18} />
    <span className={isIcon ? 'visually-hidden' : undefined}>{label}</span>
  </>
)
