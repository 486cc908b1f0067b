export const state = 'checking the session'

document.documentElement.dataset['session'] = state
