import { Fragment, useRef, useState, type ComponentProps } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu as List, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components/Menu'
import { flushSync } from 'react-dom'
import { cx } from '../lib/cx'
import { Icon } from './icon'
import { iconButtonClass } from './icon-button'
import { IconDots, type Icon as TablerIcon } from './icons'
import styles from './menu.module.css'

export interface MenuAction {
  text: string
  icon: TablerIcon
  onSelect?: () => void
  href?: string
  target?: '_blank'
  download?: boolean
  /** Disables it; the reason is its tooltip. */
  reason?: string | undefined
  /** Separates it from the others. */
  danger?: boolean
}

/** A button with a menu; `label` names both. */
export function Menu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const choose = (onSelect: (() => void) | undefined) => {
    // First, so that a dialog it opens returns the focus to the button.
    flushSync(() => setOpen(false))
    button.current?.focus()
    onSelect?.()
  }
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button ref={button} aria-label={label} className={iconButtonClass}>
        <Icon of={IconDots} />
      </Button>
      <Popover placement="bottom end" offset={4} className={styles.menu ?? ''}>
        <List aria-label={label}>
          {actions.map(({ text, icon, onSelect, reason, danger, ...link }) => (
            <Fragment key={text}>
              {danger && <Separator />}
              <MenuItem
                {...link}
                textValue={text}
                className={cx(styles.item, danger && styles.danger)}
                // Unlike a disabled item it takes the focus, so that its reason can be read.
                {...(reason !== undefined && {
                  shouldCloseOnSelect: false,
                  render: (props) => (
                    <div {...(props as ComponentProps<'div'>)} aria-disabled title={reason} />
                  ),
                })}
                {...(reason === undefined && { onAction: () => choose(onSelect) })}
              >
                <Icon of={icon} size={18} />
                <span>{text}</span>
              </MenuItem>
            </Fragment>
          ))}
        </List>
      </Popover>
    </MenuTrigger>
  )
}
