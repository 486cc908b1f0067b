/** The terms of a new site, which its owner may change. */
export const newTerms = `## Introduction

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
`
