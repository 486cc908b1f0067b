import { useId, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from './button'
import { Checkbox, Control } from './field'
import { Row } from './layout'
import { Note } from './note'
import fieldStyles from './field.module.css'
import styles from './import-list.module.css'

interface ImportItem {
  id: string
  /** Items of one group follow each other. */
  group: string
  title: string
  detail: string
  /** Why it has to be looked at before it is chosen, as the end of a sentence. */
  doubt?: string
  /** Has to be fixed before the item can be chosen. */
  problem?: {
    field: string
    label: string
    /** A sentence that begins with the title and the detail. */
    message: string
    hint: string
    /** Says the same as the hint, which is not shown then as long as the field is empty. */
    example?: string
    value: string
    long: boolean
  }
}

interface ImportListProps<Item extends ImportItem> {
  items: readonly Item[]
  /** The ids of the chosen items. */
  chosen: ReadonlySet<string>
  onChange: (items: readonly Item[], chosen: ReadonlySet<string>) => void
  /** Returns the item with `value` in the field that has the problem. */
  fix?: (item: Item, value: string) => Item
  /** Faults of the file, and changes that were made to it. */
  problems?: readonly { file: string; line?: number; message: string }[]
  /** The names of the parts that the site has no place for. */
  notRead?: readonly string[]
  /** Rendered below the items of an open group. */
  below?: (group: string) => ReactNode
}

/**
 * The entries of a CV, such as those that were read in a file, to choose from, and the parts that were not read. A click on
 * its name opens a group.
 */
export function ImportList<Item extends ImportItem>(props: ImportListProps<Item>) {
  const { items, chosen, onChange, fix = (item) => item, problems = [], notRead = [], below } = props
  const groups = [...new Set(items.map(({ group }) => group))]
  // Entries that have to be fixed or looked at are in sight.
  const [open, setOpen] = useState(
    () => new Set(items.filter(({ problem, doubt }) => problem ?? doubt).map(({ group }) => group)),
  )
  const toggle = (name: string) =>
    setOpen(new Set(open.has(name) ? [...open].filter((other) => other !== name) : [...open, name]))
  const choose = (ids: readonly string[], on: boolean) => {
    const others = [...chosen].filter((id) => !ids.includes(id))
    onChange(items, new Set(on ? [...others, ...ids] : others))
  }
  function fixItem(item: Item, value: string): boolean {
    const fixed = fix(item, value)
    const next = items.map((other) => (other === item ? fixed : other))
    onChange(next, fixed.problem ? chosen : new Set([...chosen, item.id]))
    return !fixed.problem
  }
  return (
    <>
      {groups.length > 0 && (
        <ul className={styles.groups}>
          {groups.map((name) => (
            <Group
              key={name}
              {...{ name, chosen, choose }}
              items={items.filter(({ group }) => group === name)}
              isOpen={open.has(name)}
              onToggle={() => toggle(name)}
              fix={fixItem}
              below={below?.(name)}
            />
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map(({ file, line, message }, index) => (
            <Note key={index} as="li">
              <b>{line === undefined ? file : `${file}, line ${line}`}</b>
              {`: ${message}`}
            </Note>
          ))}
        </ul>
      )}
      {notRead.length > 0 && (
        <Note
          className={styles.notRead}
        >{`Not read: ${notRead.join(', ')}. A CV has no place for them.`}</Note>
      )}
    </>
  )
}

interface GroupProps<Item> {
  name: string
  items: readonly Item[]
  chosen: ReadonlySet<string>
  choose: (ids: readonly string[], on: boolean) => void
  isOpen: boolean
  onToggle: () => void
  fix: (item: Item, value: string) => boolean
  below: ReactNode
}

function Group<Item extends ImportItem>({
  name,
  items,
  chosen,
  choose,
  isOpen,
  onToggle,
  fix,
  below,
}: GroupProps<Item>) {
  const id = useId()
  const usable = items.filter(({ problem }) => !problem).map(({ id }) => id)
  const count = items.filter(({ id }) => chosen.has(id)).length
  const [first] = items
  const isAlone = items.length === 1 && first?.title === name && !first.problem
  const all = (
    <Checkbox
      aria-label={isAlone ? undefined : `All of ${name}`}
      checked={count > 0}
      disabled={usable.length === 0}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < items.length
      }}
      onChange={() => choose(usable, count < usable.length)}
    >
      {isAlone && <b>{name}</b>}
    </Checkbox>
  )
  return (
    <li>
      <div className={styles.head}>
        {all}
        {!isAlone && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            className={styles.name}
            onClick={onToggle}
          >
            {name}
          </button>
        )}
        <Note as="span">
          {isAlone ? first.detail : count === items.length ? count : `${count} of ${items.length}`}
        </Note>
      </div>
      {isOpen && !isAlone && (
        <ul id={id} className={styles.items}>
          {items.map((item) => (
            <Item key={item.id} {...{ item, fix, choose }} isChosen={chosen.has(item.id)} />
          ))}
          {below && <li>{below}</li>}
        </ul>
      )}
    </li>
  )
}

interface ItemProps<Item> extends Pick<GroupProps<Item>, 'choose' | 'fix'> {
  item: Item
  isChosen: boolean
}

function Item<Item extends ImportItem>({ item, isChosen, choose, fix }: ItemProps<Item>) {
  const { id, title, detail, doubt, problem } = item
  const row = useRef<HTMLLIElement>(null)
  const name = [title, detail].filter(Boolean).join(', ')
  function add(value: string): void {
    const isFixed = flushSync(() => fix(item, value))
    row.current?.querySelector<HTMLElement>(isFixed ? '[type=checkbox]' : '[data-fix]')?.focus()
  }
  return (
    <li ref={row} data-problem={problem !== undefined || undefined}>
      <Checkbox
        checked={isChosen}
        disabled={problem !== undefined}
        onChange={({ target }) => choose([id], target.checked)}
      >
        {problem ? (
          <Problem name={name} message={problem.message} />
        ) : (
          <span>
            <span>{detail === '' ? title : `${title}, `}</span>
            <Note as="span">{doubt === undefined ? detail : `${detail}: ${doubt}.`}</Note>
          </span>
        )}
      </Checkbox>
      {problem && <Fix key={problem.message} problem={problem} onAdd={add} />}
    </li>
  )
}

/** The sentence, with the name of the item at its beginning. */
function Problem({ name, message }: { name: string; message: string }) {
  const start = message.startsWith(name) ? name.length : 0
  return (
    <span>
      <b>{message.slice(0, start)}</b>
      <span>{message.slice(start)}</span>
    </span>
  )
}

interface FixProps {
  problem: NonNullable<ImportItem['problem']>
  onAdd: (value: string) => void
}

/** The field that fixes a problem. It may be inside a form, and so is none. */
function Fix({ problem: { label, hint, example, value, long }, onAdd }: FixProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const control = {
    id,
    value: text,
    'data-fix': '',
    placeholder: example,
    'aria-invalid': value !== '' || undefined,
    'aria-describedby': `${id}hint`,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
  }
  return (
    <div className={styles.fix}>
      <Row gap="sm">
        <label htmlFor={id}>{label}</label>
        {long ? (
          <textarea {...control} rows={6} className={fieldStyles.control} />
        ) : (
          <Control
            {...control}
            autoComplete="off"
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              onAdd(text)
            }}
          />
        )}
        <Button onClick={() => onAdd(text)}>Add</Button>
      </Row>
      <Note
        id={`${id}hint`}
        className={example !== undefined && value === '' ? 'visually-hidden' : undefined}
      >
        {hint}
      </Note>
    </div>
  )
}
