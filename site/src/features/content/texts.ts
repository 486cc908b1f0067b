/** What the screen says of itself. */
export const texts = {
  title: 'Words',
  loading: 'Loading the words...',
  denied: 'You must be an administrator to change the words.',
  failure: 'Failed to load the words. Access denied or server error.',
}
