import { useEffect, useState } from 'react'
import type { SiteContent } from '#model/compile'
import { cvForms, type CvForm } from '#model/cv/cv-forms'
import { undrawnLetter } from '#model/cv/outline'
import { missingLetterProblem } from '../../../../../ssg/model/letters.mjs'
import { cx } from '../../../lib/cx'
import { siteUrl } from '../../../lib/document-data'
import { count } from '../../../lib/text'
import { download } from '../../../lib/save-file'
import { Button } from '../../../ui/button'
import { Note } from '../../../ui/note'
import styles from './preview.module.css'

/** One of the CV's text formats as the build will write it. */
export function CvText({ form, content }: { form: CvForm; content: SiteContent }) {
  return (
    <pre
      role="region"
      aria-label={`Preview of /${form}`}
      // The lines of JSON are as long as its texts.
      className={cx(styles.text, form === 'resume.json' && styles.wrapped)}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
      tabIndex={0}
    >
      {cvForms(content, siteUrl())[form]}
    </pre>
  )
}

interface CvPdfProps {
  content: SiteContent
  /** Who sees it, for one that is not the site's own. */
  caption?: string | undefined
}

/** A CV's PDF as the build will write it: in the browser's own viewer if it shows PDFs in frames, and to download. */
export function CvPdf({ content, caption }: CvPdfProps) {
  const pdf = usePdf(content)
  const letter = undrawnLetter(content)
  if (letter !== undefined) {
    const { message, hint } = missingLetterProblem(letter)
    return <p className={styles.status}>{`${message}. ${hint}`}</p>
  }
  if (pdf === undefined) return <p className={styles.status}>Loading the preview…</p>
  const { url, pages } = pdf
  const isFramed = navigator.pdfViewerEnabled && matchMedia('(any-pointer: fine)').matches
  return (
    <>
      <p className={styles.status}>
        <Button onClick={() => download(url, `${content.site.name} CV.pdf`)}>Download the PDF</Button>
      </p>
      {isFramed ? (
        // A new frame for each: one that goes to another address is a step of the browser's history.
        <iframe
          key={url}
          title={caption === undefined ? 'Preview of /cv.pdf' : 'Preview of the PDF'}
          src={`${url}#navpanes=0&view=FitH`}
          className={styles.pdf}
        />
      ) : (
        <p className={styles.status}>This browser cannot show PDFs inside a page.</p>
      )}
      {caption !== undefined && (
        <Note
          className={isFramed ? styles.caption : styles.status}
        >{`${count(pages, 'page')}. ${caption}`}</Note>
      )}
    </>
  )
}

/** The latest PDF; while another is drawn, the one before. */
function usePdf(content: SiteContent): { url: string; pages: number } | undefined {
  const [pdf, setPdf] = useState<{ url: string; pages: number }>()
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    let outdated = false
    import('./cv-pdf')
      .then(({ cvPdf }) => cvPdf(content))
      .then(
        (made) => {
          if (!outdated) setPdf(made && { url: URL.createObjectURL(made.file), pages: made.pages })
        },
        (error: unknown) => {
          if (!outdated) setFailure({ error })
        },
      )
    return () => {
      outdated = true
    }
  }, [content])
  useEffect(
    () => () => {
      if (pdf) URL.revokeObjectURL(pdf.url)
    },
    [pdf],
  )
  if (failure) throw failure.error
  return pdf
}
