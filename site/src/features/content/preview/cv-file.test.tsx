import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cvForms } from '#model/cv/cv-forms'
import { sampleContent } from '../../../testing/sample-content'
import { CvText } from './cv-file'

test('the preview of a file of the CV names the address that the published file names', () => {
  const meta = document.head.appendChild(Object.assign(document.createElement('meta'), { name: 'site-url' }))
  meta.content = 'https://ann.example.test'
  render(<CvText form="card.vcf" content={sampleContent} />)
  expect(screen.getByRole('region').textContent).toBe(cvForms(sampleContent, meta.content)['card.vcf'])
  meta.remove()
})
