import styles from './cv-forms.module.css'

/** The files that the build makes of the same words, by what they are good for. */
const forms = [
  ['/cv.pdf', 'PDF for print'],
  ['/cv.txt', 'Text'],
  ['/resume.json', 'JSON'],
  ['/card.vcf', 'vCard'],
] as const

/** The CV for printing, for forms to paste into, for programs and for address books; there whatever the API says. */
export function CvForms() {
  return (
    <ul className={styles.forms} aria-label="The CV in other forms">
      {forms.map(([path, name]) => (
        <li key={path}>
          <a href={path}>{name}</a>
        </li>
      ))}
    </ul>
  )
}
