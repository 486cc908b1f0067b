import type { Texts } from '../language.ts'

/** The fixed texts in German. */
export const de: Texts = {
  months: [
    ...['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli'],
    ...['August', 'September', 'Oktober', 'November', 'Dezember'],
  ],
  shortMonths: [
    ...['Jan.', 'Feb.', 'März', 'Apr.', 'Mai', 'Juni'],
    ...['Juli', 'Aug.', 'Sept.', 'Okt.', 'Nov.', 'Dez.'],
  ],
  monthOfYear: (month, year) => `${month} ${year}`,
  dayOfMonth: (day, month, year) => `${day}. ${month} ${year}`,
  fromTo: (start, end) => `${start} bis ${end}`,
  untilNow: (start) => `${start} bis heute`,

  quoted: (quote) => `„${quote}“`,

  skipToContent: 'Zum Inhalt springen',
  mainNavigation: 'Hauptmenü',
  openMenu: 'Menü öffnen',
  closeMenu: 'Menü schließen',
  menu: 'Menü',
  siteNavigation: 'Website',
  login: 'Anmelden',
  register: 'Registrieren',

  language: 'Sprache',
  alsoHere: 'Diese Seite gibt es auch auf Deutsch.',
  readHere: 'Auf Deutsch lesen',
  notNow: 'Jetzt nicht',

  home: 'Start',
  cv: 'Lebenslauf',
  onTheWeb: 'Im Netz',
  about: 'Über mich',
  projects: 'Projekte',
  notes: 'Notizen',
  gallery: 'Galerie',
  terms: 'Nutzungsbedingungen',
  listOf: (label, name) => `${label} von ${name}.`,
  termsOf: (name) => `Die Nutzungsbedingungen der Website von ${name}.`,
  numberedPage: (name, number) => `${name}, Seite ${number}`,

  cvHeading: 'Curriculum Vitae',
  cvOf: (name) => `Der Lebenslauf von ${name}.`,
  placesOf: (name) => `Wo Sie ${name} sonst noch im Netz finden.`,
  aboutOf: (name) => `Über ${name}.`,
  termsHeading: 'Nutzungsbedingungen',
  longDay: (day, month, year) => `${day}. ${month} ${year}`,

  readCv: 'Lebenslauf lesen',
  getInTouch: 'Kontakt aufnehmen',
  findMe: 'Wo Sie mich im Netz finden',
  experience: 'Erfahrung',
  selectedWork: 'Ausgewählte Arbeiten',
  allProjects: 'Alle Projekte',
  allNotes: 'Alle Notizen',
  changedTo: 'auf',
  resultAt: (result, organisation) => `${result} bei ${organisation}`,

  education: 'Ausbildung',
  businessExperiences: 'Berufserfahrung',
  earlyExperiences: 'Erste Berufserfahrungen',
  volunteering: 'Ehrenamt',
  skills: 'Kenntnisse',
  certifications: 'Zertifikate',
  awards: 'Auszeichnungen',
  publications: 'Publikationen',
  productivityTools: 'Software und Werkzeuge',
  languages: 'Sprachen',
  nationality: 'Staatsangehörigkeit',
  links: 'Links',
  contactAndFacts: 'Kontakt und Eckdaten',
  downloadCv: 'Lebenslauf herunterladen',
  askForMore: 'Weitere Infos anfragen',
  moreFormats: 'Weitere Formate',
  plainText: 'Text',
  pageOf: (number, pages) => `${number} von ${pages}`,

  interests: 'Interessen',
  score: (value) => `Note: ${value}`,
  languageLevels: [
    'Grundkenntnisse',
    'Gute Grundkenntnisse',
    'Gute Kenntnisse',
    'Verhandlungssicher',
    'Muttersprache oder zweisprachig',
  ],

  work: 'Arbeiten',
  facts: 'Eckdaten',
  visitSite: 'Zur Website',
  sourceCode: 'Quellcode',
  role: 'Rolle',
  tags: 'Schlagwörter',
  previousProject: 'Vorheriges Projekt',
  nextProject: 'Nächstes Projekt',
  previousAndNext: 'Vorheriges und nächstes Projekt',
  writing: 'Texte',
  subscribe: 'Feed abonnieren',
  replyByMail: 'Per E-Mail antworten',
  newerNote: 'Neuer',
  olderNote: 'Älter',
  newerAndOlder: 'Neuer und älter',

  photos: 'Fotos',
  photoCount: (count) => (count === 1 ? '1 Foto' : `${count} Fotos`),
  photoNumber: (number: number) => `Foto ${number}`,
  pages: 'Seiten',
  copyLink: 'Link kopieren',
  close: 'Schließen',
  resetZoom: 'Zoom zurücksetzen',
  photoFailed: 'Dieses Foto konnte nicht geladen werden.',
  retry: 'Erneut versuchen',
  previousPhoto: 'Vorheriges Foto',
  nextPhoto: 'Nächstes Foto',

  // Private Seiten.
  sharedBy: (name) => `Geteilt von ${name}`,
  cvSharedBy: (name) => `Lebenslauf, geteilt von ${name}`,
  writeTo: (name) => `${name} schreiben`,
  sharedOn: 'Geteilt am',
  availableUntil: 'Verfügbar bis',
  questions: 'Fragen',
  download: 'Herunterladen',
  downloadPdf: 'PDF herunterladen',
  pageCount: (count) => (count === 1 ? '1 Seite' : `${count} Seiten`),
  fileSize: (number, unit) => `${number.replace('.', ',')}\u00a0${unit}`,
  updatedOn: (day) => `Aktualisiert am ${day}.`,
  linkEnded: 'Dieser Link gilt nicht mehr.',
  linkEndedReason: (name) => `Er ist abgelaufen oder wurde zurückgezogen. Bitten Sie ${name} um einen neuen.`,
  sharedPrivately: (name) => `Vertraulich geteilt von ${name}. Bitte geben Sie den Link nicht weiter.`,

  lastUpdated: (day) => `Zuletzt aktualisiert: ${day}`,

  notFoundTitle: '404 · Seite nicht gefunden',
  notFound: 'Verflogen?',
  notFoundAside: '.. hoppla, hier summt nicht einmal eine Biene ..',
  notFoundReason: 'Die Seite, die Sie suchen, ist leider nicht zu finden!',
  backToHome: 'Zur Startseite',

  scripts: {
    'Loading...': 'Wird geladen …',
    Offline: 'Offline',
    'Try again': 'Erneut versuchen',
    Account: 'Konto',
    Profile: 'Profil',
    'Backend admin': 'Verwaltung',
    'Sign Out': 'Abmelden',
    'Use dark theme': 'Dunkles Design verwenden',
    'Use light theme': 'Helles Design verwenden',
    'Pause the typing': 'Animation anhalten',
    'Resume the typing': 'Animation fortsetzen',
    'Show next picture': 'Nächstes Bild zeigen',
    'Failed to load banner images.': 'Die Fotos konnten nicht geladen werden.',
    'Loading CV...': 'Lebenslauf wird geladen …',
    'No Current CV Found': 'Kein aktueller Lebenslauf',
    'CV Unavailable': 'Lebenslauf nicht verfügbar',
    'Failed to load current CV. Please try again later or contact the owner.':
      'Der aktuelle Lebenslauf konnte nicht geladen werden. Bitte versuchen Sie es später noch einmal, oder nehmen Sie direkt Kontakt auf.',
    Copied: 'Kopiert',
    of: 'von',
  },

  newTerms: `## Einleitung

Diese Bedingungen sind eine Vereinbarung zwischen Ihnen und der Person, die diese Website betreibt. Sie legen fest, was Sie hier erwarten dürfen und was von Ihnen erwartet wird. Wenn Sie ein Konto anlegen oder nutzen, stimmen Sie ihnen zu. Können Sie das nicht, registrieren Sie sich bitte nicht; alle öffentlichen Seiten lassen sich auch ohne Konto frei lesen.

## Konten

Sie registrieren sich mit einer E-Mail-Adresse, die Ihnen gehört, mit Ihrem Namen und mit einem Passwort, das Sie nirgendwo sonst verwenden. Behalten Sie das Passwort für sich. Was über Ihr Konto geschieht, gilt als von Ihnen getan. Sagen Sie uns daher bald Bescheid, wenn Sie glauben, dass es jemand anderes benutzt hat. In Ihrem Profil sehen Sie alle Geräte, auf denen Sie angemeldet sind, und können jedes davon abmelden.

Wir fragen nur nach dem, was die Website braucht. Die Angabe zu Ihren Interessen ist freiwillig und wird nur von der Person gelesen, die diese Website betreibt.

## Inhalte

Texte, Bilder, Zeichnungen und Dokumente auf dieser Website gehören der Person, die sie betreibt, oder denen, die daneben genannt sind. Sie dürfen sie gern lesen, darauf verlinken und kurze Stellen mit Quellenangabe zitieren. Für alles andere, etwa Drucken, Weiterveröffentlichen oder die Aufnahme in eine Sammlung, fragen Sie bitte vorher; die Antwort ist oft ein Ja.

Artikel und Zahlen sind sorgfältig zusammengestellt, aber allgemeiner Natur. Sie ersetzen keine Beratung in Ihrem Einzelfall.

## Unzulässige Nutzung

Bitte unterlassen Sie es,

- mithilfe dieser Website gegen Gesetze zu verstoßen oder anderen dabei zu helfen
- auf Konten, Daten oder Teile der Website zuzugreifen, die nicht für Sie bestimmt sind, oder nach Wegen dorthin zu suchen
- die Website auszubremsen, ihre Formulare zu überfluten oder ihre Inhalte automatisiert zu sammeln
- Schädliches, Beleidigendes oder Gestohlenes hochzuladen oder zu versenden
- sich als jemand anderes auszugeben

Wenn Sie zufällig eine Schwachstelle gefunden haben, schreiben Sie bitte erst uns, bevor Sie darüber schreiben. Auf Wunsch danken wir Ihnen namentlich.

## Kündigung

Sie können Ihr Konto jederzeit schließen: Melden Sie sich an, öffnen Sie Ihr Profil und wählen Sie ganz unten die Schaltfläche „Delete my account“. Das Konto wird sofort mit allem gelöscht, was über Sie gespeichert ist, ausgenommen das, was wir von Gesetzes wegen aufbewahren müssen. Wenn Sie sich nicht anmelden können, schreiben Sie uns; wir löschen es dann für Sie. Ein Konto, das gegen diese Bedingungen verstößt, können wir sperren oder schließen. Wenn es nicht eilt, erfahren Sie vorher den Grund und können dazu Stellung nehmen.

## Änderungen

Von Zeit zu Zeit müssen sich diese Bedingungen ändern, weil sich die Website oder die Rechtslage geändert hat. Das Datum oben auf der Seite zeigt, wann das zuletzt der Fall war. Eine Änderung, die Ihnen etwas nimmt, kündigen wir zwei Wochen vorher per E-Mail an; wenn Sie Ihr Konto danach weiter nutzen, stimmen Sie ihr zu.

## Kontakt

Fragen, Beschwerden und freundliche Worte erreichen uns unter der E-Mail-Adresse, die am Ende jeder Seite steht. Ein Mensch liest und beantwortet sie, in der Regel innerhalb von zwei Werktagen.
`,
}
