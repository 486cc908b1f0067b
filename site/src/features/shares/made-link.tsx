import { useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { inviteToShare } from '../../api/shares'
import type { Share } from '../../api/types'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Answers, dismissDialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { firstMessage, networkError } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconCheck, IconCopy, IconMail } from '../../ui/icons'
import { Stack } from '../../ui/layout'
import { showErrorToast } from '../../ui/toast'
import { forWhom } from './texts'
import styles from './shares.module.css'
import { formatDate } from './until-field'

interface MadeLinkProps {
  share: Share
  link: string
  /** The site sends mail. */
  mail: boolean
  /** The link was copied, or mailed. */
  onKept: () => void
}

/** A new link, which no other screen shows. */
export function MadeLink({ share, link, mail, onKept }: MadeLinkProps) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const keep = () => {
    setCopied(true)
    onKept()
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      keep()
    } catch {
      field.current?.select()
      showErrorToast('Your browser did not allow it. Copy the selected link.')
    }
  }
  return (
    <>
      <Stack gap="lg">
        <Alert success>
          <b>Link created.</b> Copy it now: it isn’t shown again.
        </Alert>
        <div className={styles.link}>
          <TextField
            ref={field}
            label="Link"
            value={link}
            dir="ltr"
            readOnly
            onFocus={({ target }) => target.select()}
            onCopy={keep}
          />
          {/* eslint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the form that had the focus */}
          <Button variant="primary" autoFocus onClick={() => void copy()}>
            <Icon of={copied ? IconCheck : IconCopy} size={18} />
            <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
          </Button>
        </div>
        <dl className={styles.facts}>
          <dt>For</dt>
          <dd>{forWhom(share)}</dd>
          <dt>Until</dt>
          <dd>{share.until ? formatDate(share.until) : 'No end'}</dd>
          {share.max_downloads && (
            <>
              <dt>Downloads</dt>
              <dd>{share.max_downloads}</dd>
            </>
          )}
          {share.label && (
            <>
              <dt>Label</dt>
              <dd>{share.label}</dd>
            </>
          )}
        </dl>
      </Stack>
      <Answers>
        {share.access === 'address' && mail && <Invite share={share} onSent={onKept} />}
        <Button onClick={({ currentTarget }) => dismissDialog(currentTarget)}>Done</Button>
      </Answers>
    </>
  )
}

/** Mails an invitation to the share's address. */
function Invite({ share: { id, email }, onSent }: { share: Share; onSent: () => void }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => inviteToShare(id),
    onSuccess: onSent,
  })
  return (
    <>
      {error && <p role="alert">{firstMessage(error) || networkError}</p>}
      {isSuccess ? (
        <p role="status">Sent to {email}</p>
      ) : (
        <Button
          variant="quiet"
          className={styles.mail}
          aria-disabled={isPending}
          onClick={() => isPending || mutate()}
        >
          <Icon of={IconMail} size={18} />
          {isPending ? 'Sending…' : 'Send by mail'}
        </Button>
      )}
    </>
  )
}
