import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import { useMediaQuery } from '../lib/hooks'
import { Icon } from './icon'
import { IconButton, IconLink } from './icon-button'
import { Row } from './layout'
import { Menu, type MenuAction } from './menu'
import { Cell } from './record-table'
import styles from './record-table.module.css'

interface RowActionProps extends MenuAction {
  /** The accessible name outside the menu, which contains the record's. */
  label?: string
  /** Only in the menu if not set. */
  as?: 'text' | 'icon'
}

interface ActionsCellProps {
  /** The record's name. */
  of: string
  actions: readonly RowActionProps[]
  /** The window in which all actions are in the menu. */
  narrow?: string
}

/** The last cell of a row: its actions side by side, with those that have no place in a menu. */
export function ActionsCell({ of: name, actions, narrow = '(width < 44rem)' }: ActionsCellProps) {
  const isNarrow = useMediaQuery(narrow)
  const [beside, inMenu] = isNarrow
    ? [[], actions]
    : [actions.filter(({ as }) => as), actions.filter(({ as }) => !as)]
  return (
    <Cell className={styles.actions}>
      <Row gap="sm">
        {beside.map(({ icon, as, text, label = text, onSelect, reason, href, target }) =>
          as === 'text' ? (
            <TextAction key={text} aria-label={label} reason={reason} onClick={onSelect}>
              {text}
            </TextAction>
          ) : href ? (
            <IconLink key={text} label={label} href={href} target={target} rel="noopener">
              <Icon of={icon} />
            </IconLink>
          ) : (
            <IconButton key={text} small label={label} onClick={onSelect}>
              <Icon of={icon} />
            </IconButton>
          ),
        )}
        {inMenu.length > 0 && <Menu label={`More for ${name}`} actions={inMenu} />}
      </Row>
    </Cell>
  )
}

/** The class of `TextAction`, for links. */
export const actionClass = styles.action

/** A text button of a row. With a `reason` it is disabled, and the reason is its tooltip. */
export function TextAction({
  reason,
  onClick,
  className,
  ...rest
}: ComponentProps<'button'> & { reason?: string | undefined }) {
  return (
    <button
      type="button"
      {...rest}
      title={reason}
      aria-disabled={reason !== undefined}
      onClick={reason === undefined ? onClick : undefined}
      className={cx(styles.action, className)}
    />
  )
}
