/*
 * What the API answers, by its description api/openapi.yaml, of which the build's tools make openapi.d.ts. Each field is
 * described there.
 */
import type { components } from './openapi'
import type { Answer, Operation } from './operations'

type Schemas = components['schemas']

/** A T of which only `Needed` must be there. Screens leave out what other, absent fields would show. */
type AtLeast<T, Needed extends keyof T> = Pick<T, Needed> & Partial<T>

/** A signed-in person. `backend_admin_url` is given to staff only. */
export type User = AtLeast<Schemas['User'], 'id' | 'email' | 'first_name' | 'last_name' | 'is_staff'>

/** What a sign-in answers. */
export type LoginAnswer = Pick<Schemas['SignIn'], 'access'> & { refresh?: string; user?: User }

/** A browser or an app in which somebody is signed in. */
export type Device = Schemas['Session']

/** What the user signs in with beside the password. */
export type Factors = Schemas['Factors']

/** A passkey of the user. */
export type Passkey = Schemas['Passkey']

/** A passkey that was added, and recovery codes where the user had none. */
export type PasskeyAdded = Answer<Operation<'POST', '/api/users/factors/passkeys/'>>

/** What an authenticator app is set up with. */
export type AuthenticatorSetup = Schemas['AuthenticatorSetup']

export type Gallery = AtLeast<Schemas['Gallery'], 'id' | 'name' | 'slug'>

/** What documents are sorted by. */
export type Category = AtLeast<Schemas['Category'], 'id' | 'name'>

/** An uploaded document. */
export type DocumentRecord = AtLeast<Schemas['Document'], 'id' | 'name' | 'is_current' | 'download_url'>

/** A file that a document has or had. */
export type DocumentVersion = AtLeast<Schemas['DocumentVersion'], 'number'>

/** Where visitors download the CV; both fields are null where there is none. */
export type CurrentCv = Partial<Schemas['CurrentCV']>

/** The figures of the dashboard. */
export type Figures = Schemas['Figures']

/** Whether the pages show what staff have changed. */
export type Publishing = Schemas['Publishing']

/** A user as staff see it in the list. */
export type Account = Schemas['Account']

/** A user with sessions and history. */
export type AdminUser = Schemas['AdminUser']

/** An entry of the audit log. */
export type AuditEntry = Schemas['AuditEntry']

/** A page of the audit log. */
export type AuditPage = Schemas['AuditPage']

/** Users, activity and recent events. */
export type Overview = Schemas['AdminOverview']

/** The state of the server, its mails, builds and backups. */
export type SystemState = Schemas['System']

/** One file of a picture in one width. */
export type Rendition = Schemas['Rendition']

/** An uploaded picture. */
export type ImageRecord = AtLeast<Schemas['Image'], 'id' | 'image_url'>

/** Something in the trash. */
export type TrashItem = AtLeast<Schemas['TrashItem'], 'id' | 'kind' | 'name'>

/** What something in the trash is. */
export type TrashKind = Schemas['TrashKind']

/** What came back from the trash. */
export type Restored = Pick<Schemas['Restored'], 'name' | 'notes'>

/** All texts of the site. */
export type ContentTexts = Schemas['ContentTexts']

/** A text of the site, with what is to become of it. */
export type ContentText = ContentTexts['texts'][number]

/** A text as a build found it in the content folder. */
export type ContentFile = NonNullable<ContentText['file']>

/** A text as it was published last, over its file. */
export type ContentPublished = NonNullable<ContentText['published']>

/** A saved text that is not published. */
export type ContentDraft = NonNullable<ContentText['draft']>

/** One act of publishing. */
export type ContentPublication = Schemas['ContentPublication']

/** A page of what was published and is to be. */
export type ContentPublications = Schemas['ContentPublications']

/** What a text was before. */
export type FormerText = Schemas['ContentState']
