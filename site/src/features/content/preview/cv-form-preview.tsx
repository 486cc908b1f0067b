import type { SiteContent } from '../../../../../ssg/model/compile'
import { cvForms, type CvForm } from '../../../../../ssg/model/cv/cv-forms'
import { cx } from '../../../lib/cx'
import styles from './page-preview.module.css'

interface CvFormPreviewProps {
  form: CvForm
  content: SiteContent
}

/** One of the CV's forms that are text as the build will write it with `content`. */
export default function CvFormPreview({ form, content }: CvFormPreviewProps) {
  const text = cvForms(content, import.meta.env.SITE_URL || undefined)[form]
  return (
    <pre
      role="region"
      aria-label={`Preview of /${form}`}
      // The lines of JSON are as long as its texts.
      className={cx(styles.text, form === 'resume.json' && styles.wrapped)}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
      tabIndex={0}
    >
      {text}
    </pre>
  )
}
