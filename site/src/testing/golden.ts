import type {
  Category,
  CurrentCv,
  Device,
  DocumentRecord,
  Figures,
  Gallery,
  ImageRecord,
  LoginAnswer,
  Publishing,
  User,
} from '../api/types'
import appToken from './golden/app-token.json'
import categories from './golden/categories.json'
import category from './golden/category.json'
import categoryTaken from './golden/category-taken.json'
import currentCv from './golden/current-cv.json'
import currentCvNone from './golden/current-cv-none.json'
import dashboard from './golden/dashboard.json'
import dashboardWithoutCv from './golden/dashboard-without-cv.json'
import document from './golden/document.json'
import documentCurrent from './golden/document-current.json'
import documentErrors from './golden/document-errors.json'
import documents from './golden/documents.json'
import documentsForbidden from './golden/documents-forbidden.json'
import emailAsked from './golden/email-asked.json'
import emailConfirmed from './golden/email-confirmed.json'
import emailDead from './golden/email-dead.json'
import emailErrors from './golden/email-errors.json'
import emailTaken from './golden/email-taken.json'
import emailTakenSince from './golden/email-taken-since.json'
import forgot from './golden/forgot.json'
import galleries from './golden/galleries.json'
import galleriesForbidden from './golden/galleries-forbidden.json'
import gallery from './golden/gallery.json'
import galleryErrors from './golden/gallery-errors.json'
import galleryRenamed from './golden/gallery-renamed.json'
import imageChanged from './golden/image-changed.json'
import imageErrors from './golden/image-errors.json'
import images from './golden/images.json'
import imagesOfGallery from './golden/images-of-gallery.json'
import login from './golden/login.json'
import loginBlank from './golden/login-blank.json'
import loginStaff from './golden/login-staff.json'
import loginWithDeadToken from './golden/login-with-dead-token.json'
import loginWithToken from './golden/login-with-token.json'
import loginWrong from './golden/login-wrong.json'
import notFound from './golden/not-found.json'
import passwordErrors from './golden/password-errors.json'
import profile from './golden/profile.json'
import profileAnonymous from './golden/profile-anonymous.json'
import profileDeadToken from './golden/profile-dead-token.json'
import profileRenamed from './golden/profile-renamed.json'
import profileStaff from './golden/profile-staff.json'
import publishing from './golden/publishing.json'
import publishingAsked from './golden/publishing-asked.json'
import publishingFailed from './golden/publishing-failed.json'
import publishingOff from './golden/publishing-off.json'
import publishingWaiting from './golden/publishing-waiting.json'
import refresh from './golden/refresh.json'
import refreshDead from './golden/refresh-dead.json'
import refreshKept from './golden/refresh-kept.json'
import register from './golden/register.json'
import registerErrors from './golden/register-errors.json'
import registerTaken from './golden/register-taken.json'
import reset from './golden/reset.json'
import resetDead from './golden/reset-dead.json'
import resetErrors from './golden/reset-errors.json'
import sessions from './golden/sessions.json'
import throttled from './golden/throttled.json'
import upload from './golden/upload.json'
import uploadErrors from './golden/upload-errors.json'

/** An answer of the real server, as its own tests wrote it down: which call it answers, its status and its body. */
export interface Answer<Body> {
  call: string
  status: number
  body: Body
}

type Words = { detail: string }
type Refusal = { detail: string; code: string }
type Blame = Record<string, string[]>
type EmailConfirmed = { detail: string; email: string }
type AppToken = { token: string; expires_in: number }

interface Types {
  appToken: AppToken
  categories: Category[]
  category: Category
  categoryTaken: Blame
  currentCv: CurrentCv
  currentCvNone: CurrentCv
  dashboard: Figures
  dashboardWithoutCv: Figures
  document: DocumentRecord
  documentCurrent: DocumentRecord
  documentErrors: Blame
  documents: DocumentRecord[]
  documentsForbidden: Words
  emailAsked: Words
  emailConfirmed: EmailConfirmed
  emailDead: Words
  emailErrors: Blame
  emailTaken: Blame
  emailTakenSince: Words
  forgot: Words
  galleries: Gallery[]
  galleriesForbidden: Words
  gallery: Gallery
  galleryErrors: Blame
  galleryRenamed: Gallery
  imageChanged: ImageRecord
  imageErrors: Blame
  images: ImageRecord[]
  imagesOfGallery: ImageRecord[]
  login: LoginAnswer
  loginBlank: Blame
  loginStaff: LoginAnswer
  loginWithDeadToken: Refusal
  loginWithToken: LoginAnswer
  loginWrong: Words
  notFound: Words
  passwordErrors: Blame
  profile: User
  profileAnonymous: Words
  profileDeadToken: Refusal
  profileRenamed: User
  profileStaff: User
  publishing: Plain<Publishing>
  publishingAsked: Plain<Publishing>
  publishingFailed: Plain<Publishing>
  publishingOff: Plain<Publishing>
  publishingWaiting: Plain<Publishing>
  refresh: LoginAnswer
  refreshDead: Refusal
  refreshKept: LoginAnswer
  register: User
  registerErrors: Blame
  registerTaken: Blame
  reset: Words
  resetDead: Words
  resetErrors: Blame
  sessions: Device[]
  throttled: Words
  upload: ImageRecord
  uploadErrors: Blame
}

/** What TypeScript sees in a JSON file: no union of words, only strings. */
type Plain<Known> = { [Name in keyof Known]: Known[Name] extends string ? string : Known[Name] }

type Answers = { [Name in keyof Types]: Answer<Types[Name]> }

/** `Given`, with `never` for each member that `Known` does not have. */
type Strict<Given, Known> = Given extends readonly (infer Item)[]
  ? Known extends readonly (infer KnownItem)[]
    ? Strict<Item, KnownItem>[]
    : Given
  : Given extends object
    ? {
        [Name in keyof Given]: Name extends keyof Known
          ? Strict<Given[Name], NonNullable<Known[Name]>>
          : never
      }
    : Given

const answers = {
  appToken,
  categories,
  category,
  categoryTaken,
  currentCv,
  currentCvNone,
  dashboard,
  dashboardWithoutCv,
  document,
  documentCurrent,
  documentErrors,
  documents,
  documentsForbidden,
  emailAsked,
  emailConfirmed,
  emailDead,
  emailErrors,
  emailTaken,
  emailTakenSince,
  forgot,
  galleries,
  galleriesForbidden,
  gallery,
  galleryErrors,
  galleryRenamed,
  imageChanged,
  imageErrors,
  images,
  imagesOfGallery,
  login,
  loginBlank,
  loginStaff,
  loginWithDeadToken,
  loginWithToken,
  loginWrong,
  notFound,
  passwordErrors,
  profile,
  profileAnonymous,
  profileDeadToken,
  profileRenamed,
  profileStaff,
  publishing,
  publishingAsked,
  publishingFailed,
  publishingOff,
  publishingWaiting,
  refresh,
  refreshDead,
  refreshKept,
  register,
  registerErrors,
  registerTaken,
  reset,
  resetDead,
  resetErrors,
  sessions,
  throttled,
  upload,
  uploadErrors,
} satisfies Answers

/** The answers by name. This compiles only while the site's types have every member that the server answers. */
export const golden: Strict<typeof answers, Answers> = answers

/** What a browser receives when the server answers so. */
export const replay = ({ status, body }: Answer<unknown>) => Response.json(body, { status })
