import { useEffect, type KeyboardEvent } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { countUnread, deleteMessage, listMessages } from '../../api/messages'
import { queryKeys } from '../../api/query-keys'
import type { Message } from '../../api/types'
import { useRestore } from '../../api/use-restore'
import { useListPages, useListParams } from '../../lib/use-list-params'
import { Card } from '../../ui/card'
import { formatDay, formatTime } from '../../ui/date-time'
import { EmptyState } from '../../ui/empty-state'
import { focusIfLost, focusRow } from '../../ui/focus'
import { usePageErrors } from '../../ui/form-errors'
import { IconInbox } from '../../ui/icons'
import { LinkButton, SiteLink } from '../../ui/link'
import { ListScreen, StaffOnly } from '../../ui/list-screen'
import { Note } from '../../ui/note'
import { Pager, SearchForm } from '../../ui/record-table'
import { useRemoval } from '../../ui/use-removal'
import { useAuth } from '../auth/use-auth'
import { Letter } from './letter'
import styles from './messages.module.css'

const pageSize = 50

const texts = {
  title: 'Messages',
  loading: 'Loading messages...',
  denied: 'You must be an administrator to read messages.',
  failure: 'Failed to load messages. Access denied or server error.',
}

/** What visitors sent with the contact form: a list, and the open message beside it. */
export default function Messages() {
  return (
    <StaffOnly texts={texts} auth={useAuth()}>
      <MessagesScreen />
    </StaffOnly>
  )
}

function MessagesScreen() {
  const pageErrors = usePageErrors()
  const { chosen, choose, ...address } = useListParams({ q: () => true })
  const [params, setParams] = useSearchParams()
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...queryKeys.messages, chosen.q, address.page],
    queryFn: () => listMessages({ search: chosen.q, limit: pageSize, offset: address.page * pageSize }),
    placeholderData: keepPreviousData,
  })
  const { data: unread } = useQuery({ queryKey: queryKeys.unreadMessages, queryFn: countUnread })
  const lists = { loading: isPending, failed: isError, fetching: isFetching, refetch: () => void refetch() }
  const { messages = [], total = 0 } = data ?? {}
  const isCurrent = data !== undefined && !isPlaceholderData
  const pages = useListPages(address, { total, size: pageSize, isCurrent })
  const open = messages.find(({ id }) => String(id) === params.get('message'))
  const addressOf = (message: Message | undefined) => {
    const query = new URLSearchParams(params)
    if (message) query.set('message', String(message.id))
    else query.delete('message')
    return `?${query.toString()}`
  }
  const removal = useRemoval({
    question: 'Delete this message?',
    action: 'Delete',
    failure: 'Failed to delete the message.',
    remove: deleteMessage,
    onRemoved: (id) => id === open?.id && setParams(addressOf(undefined), { replace: true }),
    restore: useRestore(),
    invalidates: queryKeys.messages,
    pageErrors,
  })
  const isOpen = open !== undefined
  // In a narrow window the list takes the letter's place.
  useEffect(() => (isOpen ? () => queueMicrotask(() => focusIfLost('messages')) : undefined), [isOpen])
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const message = messages[index]
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step !== undefined) focusRow(messages[index + step]?.id)
    else if (event.key === 'Delete' && message) void removal.start(message)
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.screen} data-open={isOpen || undefined}>
      <ListScreen
        texts={texts}
        lists={lists}
        pageErrors={pageErrors}
        summary={`${unread?.count ? `${unread.count} unread. ` : ''}Messages are deleted after twelve months.`}
      >
        {data && (
          <Card
            as="section"
            aria-labelledby="messages"
            flush
            className={styles.panes}
            data-open={isOpen || undefined}
          >
            <h2 id="messages" tabIndex={-1} data-list-heading className={styles.hidden}>
              All messages
            </h2>
            {total === 0 && !chosen.q ? (
              <EmptyState
                icon={IconInbox}
                action={
                  <LinkButton to="/content?file=site.md&field=contact_form">Set up the form</LinkButton>
                }
              >
                Messages from your contact page appear here.
              </EmptyState>
            ) : (
              <>
                <div className={styles.list}>
                  <SearchForm
                    className={styles.search}
                    label="Search messages"
                    value={chosen.q}
                    onSearch={(q) => choose({ q })}
                  />
                  {total === 0 && <EmptyState>No messages match.</EmptyState>}
                  <ul id="list">
                    {messages.map((message, index) => (
                      <li key={message.id}>
                        <SiteLink
                          to={addressOf(message)}
                          replace={isOpen}
                          data-row={message.id}
                          aria-current={message === open || undefined}
                          onKeyDown={(event) => onKeyDown(event, index)}
                        >
                          <Summary {...message} />
                        </SiteLink>
                      </li>
                    ))}
                  </ul>
                  <Pager of="messages" heading="messages" total={total} size={pageSize} {...pages} />
                </div>
                {open ? (
                  <Letter
                    key={open.id}
                    message={open}
                    back={addressOf(undefined)}
                    pageErrors={pageErrors}
                    onDelete={() => void removal.start(open)}
                  />
                ) : (
                  <Note className={styles.none}>Choose a message to read it.</Note>
                )}
              </>
            )}
          </Card>
        )}
      </ListScreen>
    </div>
  )
}

function Summary({ name, message, sent_at, read_at }: Message) {
  const day = formatDay(sent_at)
  return (
    <>
      <span className={styles.from}>
        {read_at === null && (
          <span className={styles.unread}>
            <span className="visually-hidden">Unread: </span>
          </span>
        )}
        <bdi className="one-line">{name}</bdi>
        <time dateTime={sent_at}>
          {day === formatDay(new Date()) ? `Today, ${formatTime(sent_at)}` : day}
        </time>
      </span>
      <span dir="auto" className={styles.beginning}>
        {message.slice(0, 200)}
      </span>
    </>
  )
}
