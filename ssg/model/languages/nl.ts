import type { Texts } from '../language.ts'

/** The fixed texts in Dutch. */
export const nl: Texts = {
  months: [
    ...['januari', 'februari', 'maart', 'april', 'mei', 'juni', 'juli'],
    ...['augustus', 'september', 'oktober', 'november', 'december'],
  ],
  shortMonths: ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'],
  monthOfYear: (month, year) => `${month} ${year}`,
  dayOfMonth: (day, month, year) => `${day} ${month} ${year}`,
  fromTo: (start, end) => `${start} tot ${end}`,
  untilNow: (start) => `${start} tot heden`,

  quoted: (quote) => `“${quote}”`,

  skipToContent: 'Naar de inhoud',
  mainNavigation: 'Hoofdmenu',
  openMenu: 'Menu openen',
  closeMenu: 'Menu sluiten',
  menu: 'Menu',
  siteNavigation: 'Website',
  login: 'Inloggen',
  register: 'Registreren',

  language: 'Taal',
  alsoHere: 'Deze pagina is er ook in het Nederlands.',
  readHere: 'Lees in het Nederlands',
  notNow: 'Niet nu',

  home: 'Home',
  cv: 'CV',
  onTheWeb: 'Op het web',
  about: 'Over mij',
  projects: 'Projecten',
  notes: 'Notities',
  gallery: 'Galerij',
  terms: 'Voorwaarden',
  listOf: (label, name) => `${label} van ${name}.`,
  termsOf: (name) => `De gebruiksvoorwaarden van de website van ${name}.`,
  numberedPage: (name, number) => `${name}, pagina ${number}`,

  cvHeading: 'Curriculum vitae',
  cvOf: (name) => `Het cv van ${name}.`,
  placesOf: (name) => `Waar je ${name} nog meer vindt.`,
  aboutOf: (name) => `Over ${name}.`,
  termsHeading: 'Gebruiksvoorwaarden',
  longDay: (day, month, year) => `${day} ${month} ${year}`,

  readCv: 'Lees het cv',
  getInTouch: 'Neem contact op',
  findMe: 'Vind me op het web',
  experience: 'Ervaring',
  selectedWork: 'Uitgelicht werk',
  allProjects: 'Alle projecten',
  allNotes: 'Alle notities',
  changedTo: 'naar',
  resultAt: (result, organisation) => `${result} bij ${organisation}`,

  education: 'Opleiding',
  businessExperiences: 'Werkervaring',
  earlyExperiences: 'Eerste werkervaring',
  volunteering: 'Vrijwilligerswerk',
  skills: 'Vaardigheden',
  certifications: 'Certificaten',
  awards: 'Onderscheidingen',
  publications: 'Publicaties',
  productivityTools: 'Software en hulpmiddelen',
  languages: 'Talen',
  nationality: 'Nationaliteit',
  links: 'Links',
  contactAndFacts: 'Contact en gegevens',
  downloadCv: 'Actueel cv downloaden',
  askForMore: 'Meer informatie vragen',
  moreFormats: 'Andere formaten',
  plainText: 'Tekst',
  pageOf: (number, pages) => `${number} van ${pages}`,

  interests: 'Interesses',
  score: (value) => `Eindcijfer: ${value}`,
  languageLevels: [
    'Basiskennis',
    'Redelijke kennis',
    'Goede kennis voor het werk',
    'Vloeiend',
    'Moedertaal of tweetalig',
  ],

  work: 'Werk',
  facts: 'In het kort',
  visitSite: 'Bekijk de website',
  sourceCode: 'Broncode',
  role: 'Rol',
  tags: 'Tags',
  previousProject: 'Vorige',
  nextProject: 'Volgende',
  previousAndNext: 'Vorige en volgende',
  writing: 'Schrijfwerk',
  subscribe: 'Volg via de feed',
  replyByMail: 'Reageer per e-mail',
  newerNote: 'Nieuwer',
  olderNote: 'Ouder',
  newerAndOlder: 'Nieuwer en ouder',

  photos: 'Foto’s',
  photoCount: (count) => (count === 1 ? '1 foto' : `${count} foto’s`),
  photoNumber: (number: number) => `Foto ${number}`,
  pages: 'Pagina’s',
  copyLink: 'Link kopiëren',
  close: 'Sluiten',
  resetZoom: 'Zoom herstellen',
  photoFailed: 'Deze foto kon niet worden geladen.',
  retry: 'Opnieuw',
  previousPhoto: 'Vorige foto',
  nextPhoto: 'Volgende foto',

  // Besloten pagina’s.
  sharedBy: (name) => `Gedeeld door ${name}`,
  cvSharedBy: (name) => `Cv, gedeeld door ${name}`,
  writeTo: (name) => `Mail ${name}`,
  sharedOn: 'Gedeeld op',
  availableUntil: 'Beschikbaar tot en met',
  questions: 'Vragen',
  download: 'Downloaden',
  downloadPdf: 'Pdf downloaden',
  pageCount: (count) => (count === 1 ? '1 pagina' : `${count} pagina’s`),
  fileSize: (number, unit) => `${number.replace('.', ',')}\u00a0${unit}`,
  updatedOn: (day) => `Bijgewerkt op ${day}.`,
  linkEnded: 'Deze link werkt niet meer.',
  linkEndedReason: (name) => `Hij is verlopen of ingetrokken. Vraag ${name} om een nieuwe.`,
  sharedPrivately: (name) => `Persoonlijk gedeeld door ${name}. Stuur de link alsjeblieft niet door.`,

  lastUpdated: (day) => `Laatst bijgewerkt: ${day}`,

  notFoundTitle: '404 · Pagina niet gevonden',
  notFound: 'Bij-na goed?',
  notFoundAside: '.. oeps, deze pagina is uitgevlogen ..',
  notFoundReason: 'We kunnen de pagina die je zoekt niet vinden!',
  backToHome: 'Terug naar de homepage',

  scripts: {
    'Loading...': 'Laden...',
    Offline: 'Offline',
    'Try again': 'Opnieuw',
    Account: 'Account',
    Profile: 'Profiel',
    'Backend admin': 'Beheer',
    'Sign Out': 'Uitloggen',
    'Use dark theme': 'Donker thema gebruiken',
    'Use light theme': 'Licht thema gebruiken',
    'Pause the typing': 'Animatie pauzeren',
    'Resume the typing': 'Animatie hervatten',
    'Show next picture': 'Volgende afbeelding tonen',
    'Failed to load banner images.': 'De foto’s konden niet worden geladen.',
    'Loading CV...': 'Cv laden...',
    'No Current CV Found': 'Geen actueel cv',
    'CV Unavailable': 'Cv niet beschikbaar',
    'Failed to load current CV. Please try again later or contact the owner.':
      'Het actuele cv kon niet worden geladen. Probeer het later opnieuw of neem contact op met de eigenaar.',
    Copied: 'Gekopieerd',
    of: 'van',
  },

  newTerms: `## Inleiding

Deze voorwaarden zijn een afspraak tussen jou en de eigenaar van deze website. Ze beschrijven wat je hier mag verwachten en wat er van jou wordt verwacht. Door een account aan te maken of te gebruiken, ga je ermee akkoord. Kun je dat niet, registreer je dan niet; alle openbare pagina’s zijn ook zonder account vrij te lezen.

## Accounts

Je registreert je met een e-mailadres dat van jou is, met je naam en met een wachtwoord dat je nergens anders gebruikt. Houd dat wachtwoord voor jezelf. Wat er met je account gebeurt, geldt als door jou gedaan. Laat het ons dus snel weten als je denkt dat iemand anders het heeft gebruikt. In je profiel zie je op welke apparaten je bent ingelogd, en kun je elk daarvan uitloggen.

We vragen niet meer dan de website nodig heeft. De toelichting op je interesses is niet verplicht en wordt alleen door de eigenaar gelezen.

## Inhoud

Teksten, foto’s, tekeningen en documenten op deze website zijn van de eigenaar of van de mensen die erbij worden genoemd. Je mag ze gerust lezen, ernaar linken en er met bronvermelding een korte passage uit citeren. Wil je meer, zoals iets afdrukken, opnieuw publiceren of in een verzameling opnemen, vraag het dan eerst; het antwoord is vaak ja.

Artikelen en cijfers zijn met zorg samengesteld, maar algemeen van aard. Ze zijn geen advies voor jouw situatie.

## Verboden gebruik

We verzoeken je om niet:

- met behulp van deze website de wet te overtreden of anderen daarbij te helpen
- in accounts, gegevens of delen van de website te komen die niet voor jou bedoeld zijn, of te proberen daar binnen te komen
- de website te vertragen, formulieren te overspoelen of de inhoud geautomatiseerd te verzamelen
- iets schadelijks, beledigends of gestolens te uploaden of te versturen
- je voor te doen als iemand anders

Heb je per ongeluk een kwetsbaarheid gevonden, meld die dan eerst aan ons voordat je erover schrijft. Als je wilt, bedanken we je met naam.

## Beëindiging

Je kunt je account op elk moment opheffen: log in, open je profiel en kies onderaan de knop “Delete my account”. Je account en alles wat over jou is bewaard, worden dan meteen verwijderd, behalve wat we volgens de wet moeten bewaren. Kun je niet inloggen, mail dan de eigenaar; die doet het voor je. We kunnen een account dat deze voorwaarden schendt, blokkeren of opheffen. Als er geen haast bij is, hoor je eerst de reden en kun je daarop reageren.

## Wijzigingen

Af en toe moeten deze voorwaarden veranderen, omdat de website of de wet is veranderd. De datum bovenaan laat zien wanneer dat voor het laatst is gebeurd. Een wijziging die je iets ontneemt, kondigen we twee weken van tevoren per e-mail aan; gebruik je je account daarna nog, dan ga je ermee akkoord.

## Contact

Vragen, klachten en vriendelijke woorden bereiken de eigenaar via het e-mailadres onderaan elke pagina. Ze worden gelezen en beantwoord door een mens, meestal binnen twee werkdagen.
`,
}
