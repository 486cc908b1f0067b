import type { Texts } from '../language.ts'

/** The fixed texts in Spanish. */
export const es: Texts = {
  months: [
    ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio'],
    ...['agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
  ],
  shortMonths: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sept', 'oct', 'nov', 'dic'],
  monthOfYear: (month, year) => `${month} de ${year}`,
  dayOfMonth: (day, month, year) => `${day} ${month} ${year}`,
  fromTo: (start, end) => `de ${start} a ${end}`,
  untilNow: (start) => `desde ${start}`,

  quoted: (quote) => `«${quote}»`,

  skipToContent: 'Saltar al contenido',
  mainNavigation: 'Principal',
  openMenu: 'Abrir el menú',
  closeMenu: 'Cerrar el menú',
  menu: 'Menú',
  siteNavigation: 'Sitio web',
  login: 'Acceder',
  register: 'Registrarse',

  language: 'Idioma',
  alsoHere: 'Esta página también está disponible en español.',
  readHere: 'Leer en español',
  notNow: 'Ahora no',

  home: 'Inicio',
  cv: 'CV',
  onTheWeb: 'En la web',
  about: 'Sobre mí',
  projects: 'Proyectos',
  notes: 'Notas',
  gallery: 'Galería',
  terms: 'Condiciones',
  listOf: (label, name) => `${label} de ${name}.`,
  termsOf: (name) => `Las condiciones de uso del sitio de ${name}.`,
  numberedPage: (name, number) => `${name}, página ${number}`,

  cvHeading: 'Currículum vítae',
  cvOf: (name) => `El CV de ${name}.`,
  placesOf: (name) => `Dónde más encontrar a ${name} en la web.`,
  aboutOf: (name) => `Sobre ${name}.`,
  termsHeading: 'Condiciones de uso',
  longDay: (day, month, year) => `${day} de ${month} de ${year}`,

  readCv: 'Leer el CV',
  getInTouch: 'Contactar',
  findMe: 'Dónde encontrarme en la web',
  experience: 'Experiencia',
  selectedWork: 'Trabajos destacados',
  allProjects: 'Todos los proyectos',
  allNotes: 'Todas las notas',
  changedTo: 'a',
  resultAt: (result, organisation) => `${result} en ${organisation}`,

  education: 'Formación',
  businessExperiences: 'Experiencia profesional',
  earlyExperiences: 'Primeras experiencias',
  volunteering: 'Voluntariado',
  skills: 'Competencias',
  certifications: 'Certificaciones',
  awards: 'Premios y reconocimientos',
  publications: 'Publicaciones',
  productivityTools: 'Herramientas y programas',
  languages: 'Idiomas',
  nationality: 'Nacionalidad',
  links: 'Enlaces',
  contactAndFacts: 'Contacto y datos',
  downloadCv: 'Descargar el CV actual',
  askForMore: 'Pedir más información',
  moreFormats: 'Otros formatos',
  plainText: 'Texto',
  pageOf: (number, pages) => `${number} de ${pages}`,

  interests: 'Intereses',
  score: (value) => `Calificación: ${value}`,
  languageLevels: [
    'Nivel básico',
    'Nivel profesional limitado',
    'Nivel profesional',
    'Nivel profesional completo',
    'Lengua materna o bilingüe',
  ],

  work: 'Trabajos',
  facts: 'En resumen',
  visitSite: 'Visitar el sitio',
  sourceCode: 'Código fuente',
  role: 'Función',
  tags: 'Etiquetas',
  previousProject: 'Anterior',
  nextProject: 'Siguiente',
  previousAndNext: 'Anterior y siguiente',
  writing: 'Textos',
  subscribe: 'Suscribirse al feed',
  replyByMail: 'Responder por correo',
  newerNote: 'Más reciente',
  olderNote: 'Más antigua',
  newerAndOlder: 'Más reciente y más antigua',

  photos: 'Fotos',
  photoCount: (count) => (count === 1 ? '1 foto' : `${count} fotos`),
  photoNumber: (number: number) => `Foto ${number}`,
  pages: 'Páginas',
  copyLink: 'Copiar enlace',
  close: 'Cerrar',
  resetZoom: 'Restablecer el zoom',
  photoFailed: 'No se ha podido cargar esta foto.',
  retry: 'Reintentar',
  previousPhoto: 'Foto anterior',
  nextPhoto: 'Foto siguiente',

  // Páginas privadas.
  sharedBy: (name) => `Compartido por ${name}`,
  cvSharedBy: (name) => `CV compartido por ${name}`,
  writeTo: (name) => `Escribir a ${name}`,
  sharedOn: 'Compartido el',
  availableUntil: 'Disponible hasta el',
  questions: '¿Tienes preguntas?',
  download: 'Descargar',
  downloadPdf: 'Descargar el PDF',
  pageCount: (count) => (count === 1 ? '1 página' : `${count} páginas`),
  fileSize: (number, unit) => `${number.replace('.', ',')}\u00a0${unit}`,
  updatedOn: (day) => `Actualizado el ${day}.`,
  linkEnded: 'Este enlace ya no es válido.',
  linkEndedReason: (name) => `Ha caducado o se ha anulado. Pídele uno nuevo a ${name}.`,
  sharedPrivately: (name) => `Compartido en privado por ${name}. Por favor, no reenvíes el enlace.`,

  lastUpdated: (day) => `Última actualización: ${day}`,

  notFoundTitle: '404 · Página no encontrada',
  notFound: '¿Colmena equivocada?',
  notFoundAside: '.. vaya, parece que esta página ha salido volando ..',
  notFoundReason: '¡No encontramos la página que buscas!',
  backToHome: 'Volver al inicio',

  scripts: {
    'Loading...': 'Cargando...',
    Offline: 'Sin conexión',
    'Try again': 'Reintentar',
    Account: 'Cuenta',
    Profile: 'Perfil',
    'Backend admin': 'Administración',
    'Sign Out': 'Cerrar sesión',
    'Use dark theme': 'Usar el tema oscuro',
    'Use light theme': 'Usar el tema claro',
    'Pause the typing': 'Pausar la animación',
    'Resume the typing': 'Reanudar la animación',
    'Show next picture': 'Mostrar la imagen siguiente',
    'Failed to load banner images.': 'No se han podido cargar las fotos.',
    'Loading CV...': 'Cargando el CV...',
    'No Current CV Found': 'No hay un CV actual',
    'CV Unavailable': 'CV no disponible',
    'Failed to load current CV. Please try again later or contact the owner.':
      'No se ha podido cargar el CV actual. Inténtalo de nuevo más tarde o ponte en contacto con el responsable del sitio.',
    Copied: 'Copiado',
    of: 'de',
  },

  newTerms: `## Introducción

Estas condiciones son un acuerdo entre tú y el responsable de este sitio. Explican qué puedes esperar aquí y qué se espera de ti. Al abrir una cuenta, o al usarla, las aceptas. Si no puedes aceptarlas, no te registres; todas las páginas públicas se pueden leer libremente sin cuenta.

## Cuentas

Te registras con una dirección de correo que sea tuya, con tu nombre y con una contraseña que no uses en ningún otro sitio. No la compartas con nadie. Lo que se haga con tu cuenta se considera hecho por ti, así que avísanos pronto si crees que la ha usado otra persona. En tu perfil puedes ver todos los dispositivos con la sesión iniciada y cerrarla en cada uno de ellos.

Pedimos solo lo que el sitio necesita. La nota sobre tus intereses es opcional y solo la lee el responsable del sitio.

## Contenidos

Los textos, las imágenes, los dibujos y los documentos de este sitio pertenecen a su responsable o a las personas que se nombran junto a ellos. Puedes leerlos, enlazarlos y citar un pasaje breve indicando la fuente. Para cualquier otra cosa, como imprimir, volver a publicar o alimentar una colección, pregunta antes; la respuesta suele ser que sí.

Los artículos y las cifras se preparan con cuidado, pero son de carácter general. No constituyen asesoramiento para tu caso concreto.

## Usos prohibidos

Te pedimos que no hagas lo siguiente:

- infringir la ley con ayuda de este sitio o ayudar a otras personas a hacerlo
- acceder a cuentas, datos o partes del sitio que no estén destinados a ti, o buscar la manera de hacerlo
- ralentizar el sitio, saturar sus formularios o recopilar sus contenidos de forma automatizada
- subir o enviar algo dañino, ofensivo o robado
- hacerte pasar por otra persona

Si has descubierto una vulnerabilidad por casualidad, escríbenos antes de escribir sobre ella. Si lo deseas, te daremos las gracias por tu nombre.

## Cierre de la cuenta

Puedes cerrar tu cuenta en cualquier momento: inicia sesión, abre tu perfil y elige al final el botón «Delete my account». La cuenta se elimina en el acto junto con todo lo que se guarda sobre ti, salvo lo que la ley nos obligue a conservar. Si no puedes iniciar sesión, escribe al responsable del sitio, que lo hará por ti. Podemos suspender o cerrar una cuenta que incumpla estas condiciones. Si el asunto no es urgente, antes conocerás el motivo y podrás responder.

## Cambios en las condiciones

De vez en cuando estas condiciones tienen que cambiar porque ha cambiado el sitio o la ley. La fecha de la parte superior indica cuándo cambiaron por última vez. Un cambio que te quite algo se anuncia por correo dos semanas antes de entrar en vigor; si después sigues usando tu cuenta, lo aceptas.

## Contacto

Las preguntas, las quejas y las palabras amables llegan al responsable del sitio por la dirección de correo que figura al pie de cada página. Las lee y las contesta una persona, normalmente en dos días laborables.
`,
}
