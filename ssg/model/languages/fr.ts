import type { Texts } from '../language.ts'

/** The fixed texts in French. A narrow no-break space (U+202F) is before `?`, `!`, `;`, `:` and in quotation marks. */
export const fr: Texts = {
  months: [
    ...['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet'],
    ...['août', 'septembre', 'octobre', 'novembre', 'décembre'],
  ],
  shortMonths: [
    ...['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin'],
    ...['juil.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'],
  ],
  monthOfYear: (month, year) => `${month} ${year}`,
  dayOfMonth: (day, month, year) => `${ordinal(day)} ${month} ${year}`,
  fromTo: (start, end) => `${start} à ${end}`,
  untilNow: (start) => `${start} à aujourd’hui`,

  quoted: (quote) => `«\u202f${quote}\u202f»`,

  skipToContent: 'Aller au contenu',
  mainNavigation: 'Menu principal',
  openMenu: 'Ouvrir le menu',
  closeMenu: 'Fermer le menu',
  menu: 'Menu',
  siteNavigation: 'Pied de page',
  login: 'Connexion',
  register: 'Inscription',

  language: 'Langue',
  alsoHere: 'Cette page existe aussi en français.',
  readHere: 'Lire en français',
  notNow: 'Pas maintenant',

  home: 'Accueil',
  cv: 'CV',
  onTheWeb: 'Sur le Web',
  about: 'À propos',
  projects: 'Projets',
  notes: 'Notes',
  gallery: 'Galerie',
  terms: 'Conditions',
  listOf: (label, name) => `${label} ${of(name)}.`,
  termsOf: (name) => `Les conditions d’utilisation du site ${of(name)}.`,
  numberedPage: (name, number) => `${name}, page ${number}`,

  cvHeading: 'Curriculum vitæ',
  cvOf: (name) => `Le CV ${of(name)}.`,
  placesOf: (name) => `Où retrouver ${name} ailleurs sur le Web.`,
  aboutOf: (name) => `À propos ${of(name)}.`,
  termsHeading: 'Conditions d’utilisation',
  longDay: (day, month, year) => `${ordinal(day)} ${month} ${year}`,

  readCv: 'Lire le CV',
  getInTouch: 'Me contacter',
  findMe: 'Me retrouver sur le Web',
  experience: 'Expérience',
  selectedWork: 'Sélection de projets',
  allProjects: 'Tous les projets',
  allNotes: 'Toutes les notes',
  changedTo: 'à',
  // Names of organisations go with different prepositions.
  resultAt: (result, organisation) => `${result}, ${organisation}`,

  education: 'Formation',
  businessExperiences: 'Expérience professionnelle',
  earlyExperiences: 'Premières expériences',
  volunteering: 'Bénévolat',
  skills: 'Compétences',
  certifications: 'Certifications',
  awards: 'Prix et distinctions',
  publications: 'Publications',
  productivityTools: 'Outils et logiciels',
  languages: 'Langues',
  nationality: 'Nationalité',
  links: 'Liens',
  contactAndFacts: 'Contact et informations',
  downloadCv: 'Télécharger le CV',
  askForMore: 'Demander plus d’infos',
  moreFormats: 'Autres formats',
  plainText: 'Texte',
  pageOf: (number, pages) => `${number} sur ${pages}`,

  interests: 'Centres d’intérêt',
  score: (value) => `Note\u202f: ${value}`,
  languageLevels: [
    'Notions',
    'Niveau professionnel limité',
    'Niveau professionnel',
    'Courant',
    'Langue maternelle ou bilingue',
  ],

  work: 'Réalisations',
  facts: 'En bref',
  visitSite: 'Voir le site',
  sourceCode: 'Code source',
  role: 'Rôle',
  tags: 'Mots-clés',
  previousProject: 'Précédent',
  nextProject: 'Suivant',
  previousAndNext: 'Précédent et suivant',
  writing: 'Écrits',
  subscribe: 'S’abonner au flux',
  replyByMail: 'Répondre par e-mail',
  newerNote: 'Plus récente',
  olderNote: 'Plus ancienne',
  newerAndOlder: 'Plus récente et plus ancienne',

  photos: 'Photos',
  photoCount: (count) => (count < 2 ? `${count} photo` : `${count} photos`),
  photoNumber: (number: number) => `Photo ${number}`,
  pages: 'Pages',
  copyLink: 'Copier le lien',
  close: 'Fermer',
  resetZoom: 'Réinitialiser le zoom',
  photoFailed: 'Impossible de charger cette photo.',
  retry: 'Réessayer',
  previousPhoto: 'Photo précédente',
  nextPhoto: 'Photo suivante',

  // Les pages privées.
  sharedBy: (name) => `Partagé par ${name}`,
  cvSharedBy: (name) => `CV partagé par ${name}`,
  writeTo: (name) => `Écrire à ${name}`,
  sharedOn: 'Partagé le',
  availableUntil: 'Disponible jusqu’au',
  questions: 'Une question\u202f?',
  download: 'Télécharger',
  downloadPdf: 'Télécharger le PDF',
  pageCount: (count) => (count < 2 ? `${count} page` : `${count} pages`),
  fileSize: (number, unit) => `${number.replace('.', ',')}\u00a0${unit.replace('B', 'o')}`,
  updatedOn: (day) => `Mis à jour le ${day}.`,
  linkEnded: 'Ce lien n’est plus valable.',
  linkEndedReason: (name) => `Il a expiré ou a été révoqué. Demandez-en un nouveau à ${name}.`,
  sharedPrivately: (name) => `Partagé en privé par ${name}. Merci de ne pas transmettre le lien.`,

  lastUpdated: (day) => `Dernière mise à jour\u202f: ${day}`,

  notFoundTitle: '404 · Page introuvable',
  notFound: 'Erreur de butinage\u202f?',
  notFoundAside: '.. oups, cette page s’est envolée ..',
  notFoundReason: 'La page que vous cherchez est introuvable\u202f!',
  backToHome: 'Retour à l’accueil',

  scripts: {
    'Loading...': 'Chargement...',
    Offline: 'Hors ligne',
    'Try again': 'Réessayer',
    Account: 'Compte',
    Profile: 'Profil',
    'Backend admin': 'Administration',
    'Sign Out': 'Déconnexion',
    'Use dark theme': 'Utiliser le thème sombre',
    'Use light theme': 'Utiliser le thème clair',
    'Pause the typing': 'Suspendre l’animation',
    'Resume the typing': 'Reprendre l’animation',
    'Show next picture': 'Afficher l’image suivante',
    'Failed to load banner images.': 'Impossible de charger les photos.',
    'Loading CV...': 'Chargement du CV...',
    'No Current CV Found': 'Aucun CV actuel',
    'CV Unavailable': 'CV indisponible',
    'Failed to load current CV. Please try again later or contact the owner.':
      'Impossible de charger le CV actuel. Réessayez plus tard ou contactez le responsable du site.',
    Copied: 'Copié',
    of: 'sur',
  },

  newTerms: `## Introduction

Ces conditions sont un accord entre vous et le responsable de ce site. Elles précisent ce que vous pouvez en attendre et ce qui est attendu de vous. En créant un compte, ou en l’utilisant, vous les acceptez. Si vous ne le pouvez pas, merci de ne pas vous inscrire\u202f: toutes les pages publiques se lisent librement sans compte.

## Comptes

Vous vous inscrivez avec une adresse e-mail qui est la vôtre, avec votre nom et avec un mot de passe que vous n’utilisez nulle part ailleurs. Gardez-le pour vous. Tout ce qui est fait avec votre compte est réputé fait par vous\u202f; prévenez-nous donc vite si vous pensez que quelqu’un d’autre s’en est servi. Votre profil indique tous les appareils connectés et vous permet de déconnecter chacun d’eux.

Nous ne demandons que ce dont le site a besoin. La note sur vos centres d’intérêt est facultative, et seul le responsable du site la lit.

## Contenus

Les textes, images, dessins et documents de ce site appartiennent à son responsable ou aux personnes citées à côté. N’hésitez pas à les lire, à y renvoyer par un lien et à en citer un court passage en indiquant la source. Pour tout le reste, comme imprimer, republier ou alimenter une collection, demandez d’abord\u202f; la réponse est souvent oui.

Les articles et les chiffres sont établis avec soin, mais ils restent généraux. Ils ne constituent pas un conseil pour votre situation particulière.

## Usages interdits

Merci de ne pas\u202f:

- enfreindre la loi au moyen de ce site, ni aider d’autres personnes à le faire
- accéder à des comptes, à des données ou à des parties du site qui ne vous sont pas destinés, ni chercher à y accéder
- ralentir le site, saturer ses formulaires ou collecter ses contenus de façon automatisée
- déposer ou envoyer quoi que ce soit de nuisible, d’injurieux ou de volé
- vous faire passer pour quelqu’un d’autre

Si vous avez découvert une faille par hasard, écrivez-nous avant d’en parler publiquement. Nous vous remercierons nommément si vous le souhaitez.

## Résiliation

Vous pouvez fermer votre compte à tout moment\u202f: connectez-vous, ouvrez votre profil et choisissez tout en bas le bouton «\u202fDelete my account\u202f». Le compte est supprimé aussitôt avec tout ce qui est conservé à votre sujet, sauf ce que la loi nous oblige à garder. Si vous ne pouvez pas vous connecter, écrivez au responsable du site, qui le fera pour vous. Nous pouvons suspendre ou fermer un compte qui enfreint ces conditions. Lorsqu’il n’y a pas d’urgence, nous vous en donnons d’abord la raison et vous pouvez y répondre.

## Modification des conditions

Il arrive que ces conditions doivent changer, parce que le site ou la loi a changé. La date en haut de la page indique leur dernière modification. Un changement qui vous retire quelque chose est annoncé par e-mail deux semaines avant de s’appliquer\u202f; si vous continuez ensuite à utiliser votre compte, vous l’acceptez.

## Contact

Les questions, les réclamations et les mots aimables parviennent au responsable du site à l’adresse e-mail qui figure au bas de chaque page. Ils sont lus et traités par une personne, en général sous deux jours ouvrés.
`,
}

const ordinal = (day: number) => (day === 1 ? '1er' : day)

const of = (name: string) => (/^[aeiou]/i.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`)
