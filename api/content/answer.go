package content

import "portfolio/api/database"

// naming returns the name of a user, nil for nobody.
type naming func(id *int64) (*string, error)

type textList struct {
	ReportedAt *database.Time `json:"reported_at"`
	Texts      []listedText   `json:"texts"`
}

type listedText struct {
	Path      string         `json:"path"`
	File      *File          `json:"file"`
	Published *publishedText `json:"published"`
	Scheduled *scheduledText `json:"scheduled"`
	Draft     *shownDraft    `json:"draft"`
	Conflict  bool           `json:"conflict"`
}

type publishedText struct {
	Text        *string       `json:"text"`
	Base        string        `json:"base"`
	PublishedAt database.Time `json:"published_at"`
	Publication int64         `json:"publication"`
}

type scheduledText struct {
	Text        *string       `json:"text"`
	Base        string        `json:"base"`
	PublishAt   database.Time `json:"publish_at"`
	Publication int64         `json:"publication"`
}

type shownDraft struct {
	Text     *string       `json:"text"`
	Base     string        `json:"base"`
	Revision int64         `json:"revision"`
	SavedAt  database.Time `json:"saved_at"`
	Author   *string       `json:"author"`
}

// conflictAnswer is what is there instead of what the caller knows.
type conflictAnswer struct {
	Detail    string         `json:"detail"`
	Path      string         `json:"path"`
	Draft     *shownDraft    `json:"draft"`
	Published *publishedText `json:"published"`
	File      *File          `json:"file"`
}

type publicationList struct {
	Count    int64               `json:"count"`
	Next     *string             `json:"next"`
	Previous *string             `json:"previous"`
	Results  []listedPublication `json:"results"`
}

type listedPublication struct {
	ID        int64         `json:"id"`
	State     string        `json:"state"`
	PublishAt database.Time `json:"publish_at"`
	CreatedAt database.Time `json:"created_at"`
	Author    *string       `json:"author"`
	Edits     []changedPath `json:"edits"`
}

type changedPath struct {
	Path    string `json:"path"`
	Removed bool   `json:"removed"`
}

type listedState struct {
	Kind   string        `json:"kind"`
	Text   *string       `json:"text"`
	At     database.Time `json:"at"`
	Author *string       `json:"author"`
}

type restored struct {
	Drafts []string `json:"drafts"`
}

type inTheWayAnswer struct {
	Detail string   `json:"detail"`
	Paths  []string `json:"paths"`
}

type editList struct {
	Publications int64        `json:"publications"`
	Edits        []listedEdit `json:"edits"`
}

type listedEdit struct {
	Path string  `json:"path"`
	Base string  `json:"base"`
	Text *string `json:"text"`
}

func listText(text Text, name naming) (listed listedText, err error) {
	listed = listedText{Path: text.Path, File: text.File, Conflict: text.conflict()}
	listed.Published = showPublished(text.Published)
	if e := text.Scheduled; e != nil {
		listed.Scheduled = &scheduledText{Text: e.Text, Base: e.Base, PublishAt: e.PublishAt, Publication: e.Publication}
	}
	listed.Draft, err = showDraft(text.Draft, name)
	return listed, err
}

func showPublished(edit *Edit) *publishedText {
	if edit == nil {
		return nil
	}
	return &publishedText{Text: edit.Text, Base: edit.Base, PublishedAt: edit.PublishAt, Publication: edit.Publication}
}

func showDraft(draft *Draft, name naming) (*shownDraft, error) {
	if draft == nil {
		return nil, nil
	}
	author, err := name(draft.SavedBy)
	return &shownDraft{Text: draft.Text, Base: draft.Base, Revision: draft.Revision, SavedAt: draft.SavedAt, Author: author}, err
}

func (h *Handler) listPublication(publication Publication, name naming) (listed listedPublication, err error) {
	listed = listedPublication{
		ID: publication.ID, State: publication.state(h.Service.Clock()), PublishAt: publication.PublishAt, CreatedAt: publication.CreatedAt,
		Edits: make([]changedPath, len(publication.Edits)),
	}
	for i, edit := range publication.Edits {
		listed.Edits[i] = changedPath{Path: edit.Path, Removed: edit.Text == nil}
	}
	listed.Author, err = name(publication.CreatedBy)
	return listed, err
}
