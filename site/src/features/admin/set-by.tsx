import { Note } from '../../ui/note'

/** Names the variable that wins over the settings. */
export const SetBy = ({ variable }: { variable: string }) => (
  <div>
    <Note>
      Set by <code translate="no">{variable}</code> in the server’s environment.
    </Note>
  </div>
)
