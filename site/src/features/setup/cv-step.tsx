import { useRef } from 'react'
import { fixEntry } from '#model/import/entries'
import type { ImportResult } from '#model/import/result'
import { count } from '../../lib/text'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { Dropzone } from '../../ui/dropzone'
import { RowTile } from '../../ui/icon-tile'
import { IconCheck, IconFileImport, IconFileText } from '../../ui/icons'
import { TextField } from '../../ui/field'
import { requireFields, type FormErrors } from '../../ui/form-errors'
import { ImportList } from '../../ui/import-list'
import type { Imported, Inputs } from './inputs'
import styles from './setup.module.css'
import { chosenEntries, jobOf } from './site-files'
import { StepFrame } from './step-frame'
import { importFiles, useReadFile } from './use-read-file'
import { filledFrom, type Setup, type StepProps } from './use-setup'

const sources: Record<ImportResult['source'], string> = {
  'json-resume': 'JSON Resume',
  'reactive-resume': 'Reactive Resume',
  linkedin: 'LinkedIn archive',
  'linkedin-pdf': 'LinkedIn profile',
  content: 'Content of another site',
}

/** The owner's CV, from a file, or begun with the latest job. */
export function CvStep({ setup, onFinish }: StepProps) {
  const { inputs, imported, setImported } = setup
  const file = useReadFile(setup, { fill: false })
  const isLater = useRef(false)
  const chosen = imported ? chosenEntries(imported).length : 0
  const check = () => {
    const later = isLater.current || (imported ? chosen === 0 : !hasJob(inputs))
    isLater.current = false
    if (later) return { errors: {}, changes: { cv: 'later' as const } }
    if (!imported) return { errors: jobErrors(inputs), changes: jobChanges(inputs) }
    return { errors: {}, changes: { cv: 'import' as const, ...filledFrom(imported.result, inputs) } }
  }
  const later = (
    <Button
      variant={imported ? 'quiet' : 'outline'}
      onClick={({ currentTarget }) => {
        isLater.current = true
        currentTarget.form?.requestSubmit()
      }}
      form="setup"
    >
      Later
    </Button>
  )
  const isRead = imported && file.reading === undefined
  return (
    <StepFrame
      setup={setup}
      about="From LinkedIn, JSON Resume, Reactive Resume or another copy of this product."
      check={check}
      onFinish={onFinish}
      secondary={later}
      primary={
        isRead && chosen > 0
          ? `Import ${count(chosen, 'entry', 'entries')}`
          : isRead || (!imported && hasJob(inputs))
            ? 'Continue'
            : null
      }
    >
      {file.error && <Alert focusOn={file.error}>{file.error}</Alert>}
      {file.reading !== undefined && (
        <Card className={styles.file}>
          <RowTile of={IconFileText} tone="honey" />
          <p role="status" className="grow">
            <b>{file.reading}</b> Reading…
          </p>
          <progress aria-label="Reading the file" className={styles.reading} />
        </Card>
      )}
      {isRead && <Entries imported={imported} onChange={setImported} />}
      {!imported && file.reading === undefined && (
        <>
          <Dropzone
            {...importFiles}
            multiple={false}
            icon={IconFileImport}
            className={styles.well}
            onChoose={([chosen]) => chosen && file.read(chosen)}
            onRefuse={file.refuse}
          >
            <b>Drop your file here</b>
            <span>LinkedIn’s PDF or archive, or a resume.json</span>
            <span className={buttonClass({ variant: 'primary' })}>Choose file</span>
          </Dropzone>
          <p className={styles.hint}>
            <b>From LinkedIn:</b> on your profile, More, Save to PDF. The archive has more of your content:
            Settings, Data privacy, Get a copy of your data. It arrives by mail within a day; you can add it
            later.
          </p>
          <LatestJob setup={setup} />
        </>
      )}
    </StepFrame>
  )
}

const hasJob = ({ job_title, job_organisation, job_start }: Inputs) =>
  [job_title, job_organisation, job_start].some((text) => text.trim() !== '')

function jobErrors(inputs: Inputs): FormErrors['fields'] {
  const { job_title, job_organisation, job_start } = inputs
  const empty = requireFields({
    job_title: job_title.trim(),
    job_organisation: job_organisation.trim(),
    job_start: job_start.trim(),
  })
  if (empty) return empty.fields
  const problem = jobOf(inputs)?.problem
  return problem ? { [`job_${problem.field}`]: [problem.hint] } : {}
}

/** The job's title is the role of an owner who gave none. */
const jobChanges = ({ role, job_title }: Inputs) => ({
  cv: 'job' as const,
  role: role.trim() || job_title.trim(),
})

/** Enough for a CV that visitors can see. */
function LatestJob({ setup: { inputs, change } }: { setup: Setup }) {
  const field = (name: 'job_title' | 'job_organisation' | 'job_start') => ({
    name,
    value: inputs[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    autoComplete: 'off',
  })
  return (
    <>
      <h2 className={styles.or}>No file? Begin with your latest job</h2>
      <TextField {...field('job_title')} label="Job title" />
      <div className={styles.two}>
        <TextField {...field('job_organisation')} label="Organisation" />
        <TextField {...field('job_start')} label="Start" hint="For example 2021 or 2021-03." />
      </div>
    </>
  )
}

interface EntriesProps {
  imported: Imported
  onChange: (imported: Imported | null) => void
}

function Entries({ imported, onChange }: EntriesProps) {
  const { file, result, chosen } = imported
  return (
    <>
      <Card className={styles.file}>
        <RowTile of={IconCheck} tone="success" />
        <p className="grow">
          <b>{file}</b> {`${sources[result.source]}, ${count(result.entries.length, 'entry', 'entries')}`}
        </p>
        <button type="button" className={styles.another} onClick={() => onChange(null)}>
          Use another file
        </button>
      </Card>
      <ImportList
        items={result.entries}
        chosen={new Set(chosen)}
        onChange={(entries, chosen) =>
          onChange({ file, result: { ...result, entries: [...entries] }, chosen: [...chosen] })
        }
        fix={fixEntry}
        problems={result.problems}
        notRead={result.notRead}
      />
    </>
  )
}
