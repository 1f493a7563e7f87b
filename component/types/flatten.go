package types

// FlatParams flattens the parameters, cut after 17 entries: more than MaxFlatParams go through memory.
func (f *Func) FlatParams() []CoreType {
	var flat []CoreType
	for _, p := range f.Params {
		flat = appendFlat(flat, p.Type.Layout.Flat)
	}
	return flat
}

// FlatResults flattens the result, cut after 17 entries: more than MaxFlatResults go through memory.
func (f *Func) FlatResults() []CoreType {
	if f.Result == nil {
		return nil
	}
	return f.Result.Layout.Flat
}

// ParamsType is the tuple of all parameters: what lies in memory where they are too many to be flat.
func (f *Func) ParamsType() *Type {
	elems := make([]*Type, len(f.Params))
	for i, p := range f.Params {
		elems[i] = p.Type
	}
	return NewTuple(elems...)
}

// FlattenLift is the type of the core function that a lift of f calls: parameters that are too many come as one pointer,
// results that are too many are returned as one.
func (f *Func) FlattenLift() *CoreFuncType {
	params, results := f.FlatParams(), f.FlatResults()
	if len(params) > MaxFlatParams {
		params = []CoreType{I32}
	}
	if len(results) > MaxFlatResults {
		results = []CoreType{I32}
	}
	return coreFunc(params, results)
}

// FlattenLower is the type of the core function that a lower of f makes: where results are too many, the caller gives a
// pointer to write them to as the last parameter.
func (f *Func) FlattenLower() *CoreFuncType {
	params, results := f.FlatParams(), f.FlatResults()
	if len(params) > MaxFlatParams {
		params = []CoreType{I32}
	}
	if len(results) > MaxFlatResults {
		params, results = append(params[:len(params):len(params)], I32), nil
	}
	return coreFunc(params, results)
}

// FlattenPostReturn is the type of the post-return function that belongs to a lift of f: it takes what the core function returned.
func (f *Func) FlattenPostReturn() *CoreFuncType {
	results := f.FlatResults()
	if len(results) > MaxFlatResults {
		results = []CoreType{I32}
	}
	return coreFunc(results, nil)
}

func coreFunc(params, results []CoreType) *CoreFuncType {
	f := &CoreFuncType{}
	for _, p := range params {
		f.Params = append(f.Params, byte(p))
	}
	for _, r := range results {
		f.Results = append(f.Results, byte(r))
	}
	return f
}
