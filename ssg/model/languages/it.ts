import type { Texts } from '../language.ts'

/** The fixed texts in Italian. */
export const it: Texts = {
  months: [
    ...['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno', 'luglio'],
    ...['agosto', 'settembre', 'ottobre', 'novembre', 'dicembre'],
  ],
  shortMonths: ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic'],
  monthOfYear: (month, year) => `${month} ${year}`,
  dayOfMonth: (day, month, year) => `${day} ${month} ${year}`,
  // With words, years and months would need different prepositions.
  fromTo: (start, end) => `${start} – ${end}`,
  untilNow: (start) => `${start} – oggi`,

  quoted: (quote) => `“${quote}”`,

  skipToContent: 'Vai al contenuto',
  mainNavigation: 'Principale',
  openMenu: 'Apri il menu',
  closeMenu: 'Chiudi il menu',
  menu: 'Menu',
  siteNavigation: 'Sito',
  login: 'Accedi',
  register: 'Registrati',

  language: 'Lingua',
  alsoHere: 'Questa pagina è disponibile anche in italiano.',
  readHere: 'Leggi in italiano',
  notNow: 'Non ora',

  home: 'Home',
  cv: 'CV',
  onTheWeb: 'Sul web',
  about: 'Chi sono',
  projects: 'Progetti',
  notes: 'Appunti',
  gallery: 'Galleria',
  terms: 'Condizioni',
  listOf: (label, name) => `${label} di ${name}.`,
  termsOf: (name) => `Le condizioni d’uso del sito di ${name}.`,
  numberedPage: (name, number) => `${name}, pagina ${number}`,

  cvHeading: 'Curriculum vitae',
  cvOf: (name) => `Il CV di ${name}.`,
  placesOf: (name) => `Dove altro trovare ${name} sul web.`,
  aboutOf: (name) => `Informazioni su ${name}.`,
  termsHeading: 'Condizioni d’uso',
  longDay: (day, month, year) => `${day} ${month} ${year}`,

  readCv: 'Leggi il CV',
  getInTouch: 'Contattami',
  findMe: 'Dove trovarmi sul web',
  experience: 'Esperienza',
  selectedWork: 'Progetti in evidenza',
  allProjects: 'Tutti i progetti',
  allNotes: 'Tutti gli appunti',
  changedTo: 'a',
  resultAt: (result, organisation) => `${result} presso ${organisation}`,

  education: 'Formazione',
  businessExperiences: 'Esperienza professionale',
  earlyExperiences: 'Prime esperienze',
  volunteering: 'Volontariato',
  skills: 'Competenze',
  certifications: 'Certificazioni',
  awards: 'Premi e riconoscimenti',
  publications: 'Pubblicazioni',
  productivityTools: 'Strumenti e software',
  languages: 'Lingue',
  nationality: 'Nazionalità',
  links: 'Link',
  contactAndFacts: 'Contatti e informazioni',
  downloadCv: 'Scarica il CV attuale',
  askForMore: 'Chiedi informazioni',
  moreFormats: 'Altri formati',
  plainText: 'Testo',
  pageOf: (number, pages) => `${number} di ${pages}`,

  interests: 'Interessi',
  score: (value) => `Voto: ${value}`,
  languageLevels: [
    'Livello base',
    'Livello professionale limitato',
    'Buon livello professionale',
    'Livello professionale avanzato',
    'Madrelingua o bilingue',
  ],

  work: 'Lavori',
  facts: 'In breve',
  visitSite: 'Visita il sito',
  sourceCode: 'Codice sorgente',
  role: 'Ruolo',
  tags: 'Tag',
  previousProject: 'Precedente',
  nextProject: 'Successivo',
  previousAndNext: 'Precedente e successivo',
  writing: 'Scritti',
  subscribe: 'Iscriviti al feed',
  replyByMail: 'Rispondi via e-mail',
  newerNote: 'Più recente',
  olderNote: 'Meno recente',
  newerAndOlder: 'Più recente e meno recente',

  photos: 'Foto',
  photoCount: (count) => `${count} foto`,
  photoNumber: (number: number) => `Foto ${number}`,
  pages: 'Pagine',
  copyLink: 'Copia link',
  close: 'Chiudi',
  resetZoom: 'Reimposta lo zoom',
  photoFailed: 'Impossibile caricare questa foto.',
  retry: 'Riprova',
  previousPhoto: 'Foto precedente',
  nextPhoto: 'Foto successiva',

  // Le pagine private.
  sharedBy: (name) => `Condiviso da ${name}`,
  cvSharedBy: (name) => `CV condiviso da ${name}`,
  writeTo: (name) => `Scrivi a ${name}`,
  sharedOn: 'Condiviso il',
  availableUntil: 'Disponibile fino al',
  questions: 'Domande',
  download: 'Scarica',
  downloadPdf: 'Scarica il PDF',
  pageCount: (count) => (count === 1 ? '1 pagina' : `${count} pagine`),
  fileSize: (number, unit) => `${number.replace('.', ',')}\u00a0${unit}`,
  updatedOn: (day) => `Aggiornato il ${day}.`,
  linkEnded: 'Questo link non è più valido.',
  linkEndedReason: (name) => `È scaduto o è stato revocato. Chiedine uno nuovo a ${name}.`,
  sharedPrivately: (name) => `Condiviso in privato da ${name}. Per favore, non inoltrare il link.`,

  lastUpdated: (day) => `Ultimo aggiornamento: ${day}`,

  notFoundTitle: '404 · Pagina non trovata',
  notFound: 'Alveare sbagliato?',
  notFoundAside: '.. ops, questa pagina è volata via ..',
  notFoundReason: 'Non riusciamo a trovare la pagina che cerchi!',
  backToHome: 'Torna alla home',

  scripts: {
    'Loading...': 'Caricamento...',
    Offline: 'Offline',
    'Try again': 'Riprova',
    Account: 'Account',
    Profile: 'Profilo',
    'Backend admin': 'Amministrazione',
    'Sign Out': 'Esci',
    'Use dark theme': 'Usa il tema scuro',
    'Use light theme': 'Usa il tema chiaro',
    'Pause the typing': 'Metti in pausa l’animazione',
    'Resume the typing': 'Riprendi l’animazione',
    'Show next picture': 'Mostra l’immagine successiva',
    'Failed to load banner images.': 'Impossibile caricare le foto.',
    'Loading CV...': 'Caricamento del CV...',
    'No Current CV Found': 'Nessun CV attuale',
    'CV Unavailable': 'CV non disponibile',
    'Failed to load current CV. Please try again later or contact the owner.':
      'Impossibile caricare il CV attuale. Riprova più tardi o contatta il titolare del sito.',
    Copied: 'Copiato',
    of: 'di',
  },

  newTerms: `## Introduzione

Queste condizioni sono un accordo tra te e il titolare di questo sito. Dicono che cosa puoi aspettarti qui e che cosa ci si aspetta da te. Aprendo un account, o usandolo, le accetti. Se non puoi accettarle, non registrarti: tutte le pagine pubbliche si possono leggere liberamente anche senza account.

## Account

Ti registri con un indirizzo e-mail tuo, con il tuo nome e con una password che non usi altrove. Tieni la password per te. Ciò che viene fatto con il tuo account si considera fatto da te: avvisaci quindi presto se pensi che l’abbia usato qualcun altro. Nel tuo profilo puoi vedere tutti i dispositivi connessi e disconnetterli uno per uno.

Chiediamo solo ciò che serve al sito. La nota sui tuoi interessi è facoltativa e la legge soltanto il titolare.

## Contenuti

Testi, immagini, disegni e documenti di questo sito appartengono al titolare o alle persone indicate accanto. Puoi leggerli, rimandarvi con un link e citarne un breve passo indicando la fonte. Per tutto il resto, come stampare, ripubblicare o alimentare una raccolta, chiedi prima: spesso la risposta è sì.

Articoli e dati sono curati con attenzione, ma hanno carattere generale. Non sono una consulenza per il tuo caso specifico.

## Usi vietati

Ti chiediamo di non:

- violare la legge con l’aiuto di questo sito, né aiutare altri a farlo
- accedere ad account, dati o parti del sito non destinati a te, né cercare il modo di farlo
- rallentare il sito, sommergerne i moduli o raccoglierne i contenuti in modo automatizzato
- caricare o inviare qualcosa di dannoso, offensivo o rubato
- fingerti qualcun altro

Se hai scoperto per caso una vulnerabilità, scrivi a noi prima di scriverne altrove. Se lo desideri, ti ringrazieremo per nome.

## Chiusura dell’account

Puoi chiudere il tuo account in qualsiasi momento: accedi, apri il tuo profilo e scegli in fondo il pulsante “Delete my account”. L’account viene eliminato subito insieme a tutto ciò che è conservato su di te, tranne quello che la legge ci impone di conservare. Se non riesci ad accedere, scrivi al titolare, che lo farà per te. Possiamo sospendere o chiudere un account che viola queste condizioni. Se la questione non è urgente, ne conoscerai prima il motivo e potrai rispondere.

## Modifiche alle condizioni

Ogni tanto queste condizioni devono cambiare, perché è cambiato il sito o la legge. La data in alto indica l’ultima modifica. Un cambiamento che ti toglie qualcosa viene annunciato via e-mail due settimane prima che entri in vigore; se in seguito continui a usare il tuo account, lo accetti.

## Contatti

Domande, reclami e parole gentili arrivano al titolare all’indirizzo e-mail in fondo a ogni pagina. Li legge una persona, che risponde di solito entro due giorni lavorativi.
`,
}
