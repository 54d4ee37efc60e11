"""What stbpi costs: ``make bench`` measures it and puts it beside the plain way of doing the same."""
