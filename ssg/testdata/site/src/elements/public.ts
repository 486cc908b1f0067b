document.documentElement.dataset['elements'] = 'defined'

if (localStorage.getItem('access')) void import('../session/session')
