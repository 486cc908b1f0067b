import type { Complaints } from '../../ui/complaints'

/** What every part of the screen does when something was done, or was not. */
export interface Actions {
  complaints: Complaints
  /** Shows the lists as they are now. */
  reload: () => Promise<void>
}
