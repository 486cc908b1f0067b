import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type ToggleEvent } from 'react'
import { cx } from '../lib/cx'
import { Button } from './button'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import { IconDots, type Icon as TablerIcon } from './icons'
import { SiteLink } from './link'
import styles from './menu.module.css'

interface MenuProps {
  /** The name of the button and the menu. */
  label: string
  /** Replaces the three dots on the button. */
  text?: ReactNode
  /** `MenuItem`s, and `<hr />` between groups. */
  children: ReactNode
}

/** A button with a menu. Arrow keys, Home and End move in it; Escape and resizing close it. */
export function Menu({ label, text, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const place = ({ newState, currentTarget: menu }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open' || !button.current) return
    const { bottom, top, right } = button.current.getBoundingClientRect()
    const root = document.documentElement
    const fits = bottom + 4 + menu.offsetHeight <= root.clientHeight || top < menu.offsetHeight + 4
    menu.style.top = `${scrollY + (fits ? bottom + 4 : top - 4 - menu.offsetHeight)}px`
    menu.style.right = `${Math.max(8, root.clientWidth - right)}px`
    itemsOf(menu)[0]?.focus()
  }
  useEffect(() => {
    const close = () => menu.current?.hidePopover()
    addEventListener('resize', close)
    return () => removeEventListener('resize', close)
  }, [])
  const trigger = { ref: button, popoverTarget: id, 'aria-haspopup': 'menu' as const }
  return (
    <>
      {text ? (
        <Button {...trigger} aria-label={label}>
          {text}
        </Button>
      ) : (
        <IconButton {...trigger} small label={label}>
          <Icon of={IconDots} />
        </IconButton>
      )}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onToggle={place}
        onKeyDown={moveFocus}
        // Before the item's action, so that a dialog it opens returns the focus to the button.
        onClickCapture={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}

interface MenuItemProps {
  icon: TablerIcon
  /** `to` for screens of the app, `href` for other addresses. */
  to?: string | undefined
  href?: string | undefined
  target?: '_blank' | undefined
  download?: boolean | undefined
  onSelect?: (() => void) | undefined
  danger?: boolean | undefined
  /** Disables it; the reason is its tooltip. */
  disabled?: string | undefined
  children: ReactNode
}

export function MenuItem({
  icon,
  to,
  href,
  target,
  download,
  onSelect,
  danger = false,
  disabled,
  children,
}: MenuItemProps) {
  const props = { role: 'menuitem', tabIndex: -1, className: cx(styles.item, danger && styles.danger) }
  const content = (
    <>
      <Icon of={icon} size={18} />
      <span>{children}</span>
    </>
  )
  if (to !== undefined) {
    return (
      <SiteLink {...props} to={to}>
        {content}
      </SiteLink>
    )
  }
  if (href !== undefined) {
    return (
      <a {...props} href={href} target={target} rel="noopener" download={download}>
        {content}
      </a>
    )
  }
  return (
    <button
      {...props}
      type="button"
      aria-disabled={disabled !== undefined}
      title={disabled}
      onClick={disabled === undefined ? onSelect : undefined}
    >
      {content}
    </button>
  )
}

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget)
  const at = items.findIndex((item) => item === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined) {
    if (event.key === 'Tab') event.currentTarget.hidePopover()
    return
  }
  event.preventDefault()
  items[to % items.length]?.focus()
}
