import type { CvCertification, CvGroup } from 'virtual:content/cv'
import { Badge } from '../../ui/badge'
import styles from './cv-lists.module.css'

/** Short things that belong together, as plain chips under the name of their group. */
export function ChipGroups({ groups }: { groups: readonly CvGroup[] }) {
  return groups.map(({ slug, title, items }) => (
    <div key={slug} className={styles.group}>
      <h3>{title}</h3>
      <ul className={styles.chips}>
        {items.map((item) => (
          <li key={item}>
            <Badge>{item}</Badge>
          </li>
        ))}
      </ul>
    </div>
  ))
}

export function Certifications({ certifications }: { certifications: readonly CvCertification[] }) {
  return (
    <ul className={styles.rows}>
      {certifications.map(({ slug, title, issuer, date }) => (
        <li key={slug}>
          <h3>{title}</h3>
          <p>{issuer}</p>
          <time dateTime={date}>{date}</time>
        </li>
      ))}
    </ul>
  )
}
