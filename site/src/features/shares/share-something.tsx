import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getCvSources, listDocuments } from '../../api/documents'
import { listGalleries } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import { share, type Shareable } from '../../lib/sharing'
import { Button } from '../../ui/button'
import { Answers, Dialog } from '../../ui/dialog'
import { Field, Select } from '../../ui/field'
import { Form, SubmitButton, trimmedTexts, useFormAction } from '../../ui/form'
import { requireFields } from '../../ui/form-errors'
import { Note } from '../../ui/note'

/** The dialog that chooses what to share. */
export function ShareSomething({ onClose }: { onClose: () => void }) {
  const heading = useId()
  const { data: groups, isError } = useQuery({
    queryKey: [...queryKeys.shares, 'things'],
    queryFn: listThings,
    refetchOnMount: 'always',
  })
  const things = groups?.flatMap(([, things]) => things)
  const form = useFormAction((data) => {
    const { thing } = trimmedTexts(data, 'thing')
    const chosen = things?.[Number(thing)]
    if (thing === '' || !chosen) return requireFields({ thing: '' })
    onClose()
    share(chosen)
    return null
  })
  return (
    <Dialog aria-labelledby={heading} size="confirm" padded onClose={onClose}>
      <h2 id={heading}>Share something</h2>
      <Form {...form} noValidate>
        {isError && <p role="alert">Your documents and galleries could not be loaded.</p>}
        {things?.length === 0 && (
          <Note>There is nothing to share yet. Upload a document, or create a gallery.</Note>
        )}
        <Field name="thing" label="Document, gallery or CV">
          {(control) => (
            <Select {...control} defaultValue="" aria-required>
              <option value="">{things ? 'Choose one' : 'Loading...'}</option>
              {groups?.map(([label, members]) => (
                <optgroup key={label} label={label}>
                  {members.map((thing) => (
                    <option key={things?.indexOf(thing)} value={things?.indexOf(thing)}>
                      {thing.name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
          )}
        </Field>
        <Answers>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton variant="primary" busy="Continue">
            Continue
          </SubmitButton>
        </Answers>
      </Form>
    </Dialog>
  )
}

/** What can be shared, by kind. */
async function listThings(): Promise<readonly (readonly [string, readonly Shareable[]])[]> {
  const [documents, galleries, { audiences }] = await Promise.all([
    listDocuments(),
    listGalleries(),
    getCvSources(),
  ])
  return [
    ['Documents', documents.map(({ id, name }) => ({ name, thing: { kind: 'document', document: id } }))],
    ['Galleries', galleries.map(({ id, name }) => ({ name, thing: { kind: 'gallery', gallery: id } }))],
    [
      'CV for an audience',
      audiences.map(({ slug, title }) => ({ name: `CV: ${title}`, thing: { kind: 'cv', audience: slug } })),
    ],
  ]
}
