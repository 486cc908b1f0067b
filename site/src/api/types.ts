/* The response types of the API; api/openapi.yaml describes each field. */
import type { components } from './openapi'

type Schemas = components['schemas']

export type User = Schemas['User']
/** Providers may leave out `refresh` and `user`, so the session checks them. */
export type LoginAnswer = Pick<Schemas['SignIn'], 'access'> & Partial<Schemas['SignIn']>
export type Device = Schemas['Session']
export type Factors = Schemas['Factors']
export type Passkey = Schemas['Passkey']
export type AuthenticatorSetup = Schemas['AuthenticatorSetup']

export type Gallery = Schemas['Gallery']
export type ImageRecord = Schemas['Image']

export type Category = Schemas['Category']
export type DocumentRecord = Schemas['Document']
export type DocumentVersion = Schemas['DocumentVersion']
export type CvSources = Schemas['CvSources']
export type CurrentCv = Schemas['CurrentCV']

export type Share = Schemas['Share']
export type ReceivedShare = Schemas['ReceivedShare']

export type TrashItem = Schemas['TrashItem']
export type TrashKind = Schemas['TrashKind']
export type Restored = Schemas['Restored']

export type Figures = Schemas['Figures']
export type Publishing = Schemas['Publishing']

export type Message = Schemas['Message']

export type Account = Schemas['Account']
export type AdminUser = Schemas['AdminUser']
export type AuditEntry = Schemas['AuditEntry']
export type Overview = Schemas['AdminOverview']
export type SystemState = Schemas['System']

export type ContentFiles = Schemas['ContentFiles']
export type ContentEntry = Schemas['ContentEntry']
export type ContentDraft = Schemas['ContentDraft']
export type ContentPublication = Schemas['ContentPublication']
export type ContentConflict = Schemas['ContentConflict']
export type FormerText = Schemas['ContentState']
