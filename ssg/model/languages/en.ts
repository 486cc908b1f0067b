/** The fixed texts of public pages and of the CV's files, in English. Every other table has the same ones. */
export const en = {
  // Dates: '2022', 'March 2022', '18 Nov 2026', 'March 2022 to present'.
  months: [
    ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
    ...['August', 'September', 'October', 'November', 'December'],
  ],
  shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  /** `month` is one of `months`. */
  monthOfYear: (month: string, year: string) => `${month} ${year}`,
  /** `month` is one of `shortMonths`. */
  dayOfMonth: (day: number, month: string, year: string) => `${day} ${month} ${year}`,
  fromTo: (start: string, end: string) => `${start} to ${end}`,
  untilNow: (start: string) => `${start} to present`,

  quoted: (quote: string) => `“${quote}”`,

  // The header and the footer.
  skipToContent: 'Skip to content',
  mainNavigation: 'Main',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  menu: 'Menu',
  siteNavigation: 'Site',
  login: 'Login',
  register: 'Register',

  /** The label of the switch. */
  language: 'Language',
  // Shown to visitors who read this language, on a page in another one.
  alsoHere: 'This page is also available in English.',
  readHere: 'Read it in English',
  notNow: 'Not now',

  // The pages' names.
  home: 'Home',
  cv: 'CV',
  onTheWeb: 'On the Web',
  about: 'About',
  projects: 'Projects',
  notes: 'Notes',
  gallery: 'Gallery',
  terms: 'Terms',
  listOf: (label: string, name: string) => `${label} of ${name}.`,
  termsOf: (name: string) => `The terms of the site of ${name}.`,
  numberedPage: (name: string, number: number) => `${name}, page ${number}`,

  // The pages of a new site, which its owner may change.
  cvHeading: 'Curriculum vitae',
  cvOf: (name: string) => `The CV of ${name}.`,
  placesOf: (name: string) => `Where else to find ${name}.`,
  aboutOf: (name: string) => `About ${name}.`,
  termsHeading: 'Terms and Conditions',
  /** 'June 9th, 2025'; `month` is one of `months`. */
  longDay: (day: number, month: string, year: number) => {
    const ending = Math.trunc(day / 10) === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
    return `${month} ${day}${ending}, ${year}`
  },

  // Home.
  readCv: 'Read the CV',
  getInTouch: 'Get in touch',
  findMe: 'Find me on the web',
  experience: 'Experience',
  selectedWork: 'Selected work',
  allProjects: 'All projects',
  allNotes: 'All notes',
  /** The words for an arrow between two values. */
  changedTo: 'to',
  resultAt: (result: string, organisation: string) => `${result} at ${organisation}`,

  // The CV.
  education: 'Education',
  businessExperiences: 'Business Experiences',
  earlyExperiences: 'Early Experiences',
  volunteering: 'Volunteering',
  skills: 'Skills',
  certifications: 'Certifications',
  awards: 'Awards',
  publications: 'Publications',
  productivityTools: 'Productivity Tools',
  languages: 'Languages',
  nationality: 'Nationality',
  links: 'Links',
  contactAndFacts: 'Contact and facts',
  downloadCv: 'Download CV (Current)',
  askForMore: 'Ask for More Information',
  moreFormats: 'More formats',
  plainText: 'Text',
  pageOf: (number: number, pages: number) => `${number} of ${pages}`,

  // The texts of an import.
  interests: 'Interests',
  /** The result of a degree, such as a grade. */
  score: (value: string) => `Score: ${value}`,
  /** LinkedIn's levels of a language, the lowest first. */
  languageLevels: [
    'Elementary proficiency',
    'Limited working proficiency',
    'Professional working proficiency',
    'Full professional proficiency',
    'Native or bilingual proficiency',
  ],

  // Projects and notes.
  work: 'Work',
  facts: 'Facts',
  visitSite: 'Visit the site',
  sourceCode: 'Source code',
  role: 'Role',
  tags: 'Tags',
  previousProject: 'Previous',
  nextProject: 'Next',
  previousAndNext: 'Previous and next',
  writing: 'Writing',
  subscribe: 'Subscribe by feed',
  replyByMail: 'Reply by mail',
  newerNote: 'Newer',
  olderNote: 'Older',
  newerAndOlder: 'Newer and older',

  // Galleries.
  photos: 'Photos',
  photoCount: (count: number) => (count === 1 ? '1 photo' : `${count} photos`),
  /** The alternative text of a photo without words. */
  photoNumber: (number: number) => `Photo ${number}`,
  pages: 'Pages',
  copyLink: 'Copy link',
  close: 'Close',
  resetZoom: 'Reset zoom',
  photoFailed: 'This photo couldn’t be loaded.',
  retry: 'Retry',
  previousPhoto: 'Previous photo',
  nextPhoto: 'Next photo',

  // Private pages.
  sharedBy: (name: string) => `Shared by ${name}`,
  cvSharedBy: (name: string) => `CV, shared by ${name}`,
  /** `name` is the owner’s first name here and in the next two. */
  writeTo: (name: string) => `Write to ${name}`,
  sharedOn: 'Shared on',
  availableUntil: 'Available until',
  questions: 'Questions',
  download: 'Download',
  downloadPdf: 'Download PDF',
  pageCount: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
  /** `number` has a point and at most one digit after it. */
  fileSize: (number: string, unit: 'kB' | 'MB' | 'GB') => `${number}\u00a0${unit}`,
  updatedOn: (day: string) => `Updated ${day}.`,
  linkEnded: 'This link has ended.',
  linkEndedReason: (name: string) => `It ran out or was revoked. Ask ${name} for a new one.`,
  sharedPrivately: (name: string) => `Shared privately by ${name}. Please don’t pass the link on.`,

  lastUpdated: (day: string) => `Last updated: ${day}`,

  // The page of addresses without one.
  notFoundTitle: '404 · Page not found',
  notFound: 'Bee Error?',
  notFoundAside: '.. ops it seems this page cannot be found ..',
  notFoundReason: "We can't seem to find the page you are looking for!",
  backToHome: 'Back to Home Page',

  /** The texts of the scripts of public pages. They have the English texts, which are the names here. */
  scripts: {
    'Loading...': 'Loading...',
    Offline: 'Offline',
    'Try again': 'Try again',
    Account: 'Account',
    Profile: 'Profile',
    'Backend admin': 'Backend admin',
    'Sign Out': 'Sign Out',
    'Use dark theme': 'Use dark theme',
    'Use light theme': 'Use light theme',
    'Pause the typing': 'Pause the typing',
    'Resume the typing': 'Resume the typing',
    'Show next picture': 'Show next picture',
    'Failed to load banner images.': 'Failed to load banner images.',
    'Loading CV...': 'Loading CV...',
    'No Current CV Found': 'No Current CV Found',
    'CV Unavailable': 'CV Unavailable',
    'Failed to load current CV. Please try again later or contact the owner.':
      'Failed to load current CV. Please try again later or contact the owner.',
    Copied: 'Copied',
    /** Between a number and the number of all. */
    of: 'of',
  },

  /** The terms of a new site, in markdown. */
  newTerms: `## Introduction

These terms are an agreement between you and the owner of this site. They say what you may expect here and what is expected of you. By opening an account, or by using one, you accept them. If you cannot, please do not register; everything on the public pages stays free to read without an account.

## User accounts

You register with an e-mail address that is yours, with your name, and with a password that you use nowhere else. Keep the password to yourself. What is done with your account counts as done by you, so tell us soon if you think that somebody else has used it; under your profile you can see every device that is signed in, and sign each of them out.

We ask for as little as the site needs. The note on your interests is optional, and it is read by the owner alone.

## Content

Words, pictures, drawings and documents on this site belong to its owner or to the people named beside them. You are welcome to read, to link and to quote a short passage with its source. For anything more, such as printing, republishing or feeding a collection, ask first; the answer is often yes.

Articles and figures are written with care, but they are general in nature. They are no advice for your particular case.

## Prohibited uses

Please do not:

- break the law with the help of this site, or help others to do so
- enter accounts, data or parts of the site that are not meant for you, or look for ways to
- slow the site down, flood its forms or collect its contents by machine
- upload or send anything harmful, insulting or stolen
- pretend to be somebody else

If you have found a weakness by accident, write to us before you write about it. We will thank you by name if you wish.

## Termination

You may close your account at any time: sign in, open your profile and choose “Delete my account” at its end. It is removed at once with what is kept about you, except what the law makes us keep. If you cannot sign in, write to the owner, who will do it for you. We may suspend or close an account that breaks these terms. Where the matter is not urgent, you will hear the reason first and can answer it.

## Changes to terms

Now and then these terms have to change, because the site or the law did. The date at the top says when they last did. A change that takes something away from you is announced by e-mail two weeks before it holds; if you go on using your account after that, you accept it.

## Contact

Questions, complaints and kind words reach the owner at the mail address that stands at the foot of every page. A person reads them and answers, usually within two working days.
`,
}
