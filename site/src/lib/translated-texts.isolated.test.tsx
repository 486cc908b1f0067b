import { expect, test } from 'vitest'
import { render, screen } from '@testing-library/react'
import './translated-texts'

test('a screen survives that a browser has translated its texts', () => {
  const Example = ({ on }: { on: boolean }) => (
    <p>
      {on && <b>New</b>}
      {on || 'Old'} name
    </p>
  )
  const { rerender } = render(<Example on={false} />)
  for (const text of [...screen.getByText('Old name').childNodes]) {
    const translated = document.createElement('span')
    translated.textContent = text.textContent
    text.replaceWith(translated)
  }
  rerender(<Example on />)
  expect(screen.getByText('New').textContent).toBe('New')
})
