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
import { ImportList } from '../../ui/import-list'
import type { Imported } from './inputs'
import styles from './setup.module.css'
import { chosenEntries } from './site-files'
import { StepFrame } from './step-frame'
import { importFiles, useReadFile } from './use-read-file'
import { filledFrom, type StepProps } from './use-setup'

const sources: Record<ImportResult['source'], string> = {
  'json-resume': 'JSON Resume',
  'reactive-resume': 'Reactive Resume',
  linkedin: 'LinkedIn archive',
  'linkedin-pdf': 'LinkedIn profile',
  content: 'Content of another site',
}

/** The owner's CV, from a file. */
export function CvStep({ setup, onFinish }: StepProps) {
  const { inputs, imported, setImported } = setup
  const file = useReadFile(setup, { fill: false })
  const isLater = useRef(false)
  const chosen = imported ? chosenEntries(imported).length : 0
  const check = () => {
    const later = isLater.current || chosen === 0
    isLater.current = false
    if (later || !imported) return { errors: {}, changes: { cv: 'later' as const } }
    return { errors: {}, changes: { cv: 'import' as const, ...filledFrom(imported.result.facts, inputs) } }
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
      primary={isRead ? (chosen > 0 ? `Import ${count(chosen, 'entry', 'entries')}` : 'Continue') : null}
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
        </>
      )}
    </StepFrame>
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
