import type { PageErrors } from '../../ui/page-errors'

/** What every part of the screen does when something was done, or was not. */
export interface Actions {
  pageErrors: PageErrors
  /** Shows the lists as they are now. */
  reload: () => Promise<void>
}
