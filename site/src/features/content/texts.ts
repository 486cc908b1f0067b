/** What the screen says about itself. */
export const texts = {
  title: 'Content',
  loading: 'Loading content...',
  denied: 'You must be an administrator to edit content.',
  failure: 'Failed to load content. Access denied or server error.',
}
